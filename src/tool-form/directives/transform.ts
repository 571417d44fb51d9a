import type { CompileOperator } from '../compiler.js';
import { undefinedAt } from '../node.js';
import { applyTransforms, hasTransform } from '../transforms.js';
import { checkWrittenNames, compileNames } from './written-names.js';

/** `$transform`: one transform, or several in a row. */
export const compileTransform: CompileOperator = (compiler, { value, at }) => {
  checkWrittenNames(value, hasTransform, 'a transform', at);
  const compiled = compiler.compile(value, at);
  const names = compileNames(compiled, hasTransform, 'a transform', at);
  return {
    at,
    apply: (input, run) => {
      const chain = names(run);
      return chain ? applyTransforms(chain, input) : undefinedAt(at);
    },
    constant: compiled.constant,
  };
};
