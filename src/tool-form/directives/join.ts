import type { CompileOperator } from '../compiler.js';
import { elementsOf } from '../containers.js';
import type { Node } from '../node.js';
import { concatenate } from '../text.js';
import { isArray, isObject } from '../value.js';

/** `$join`: the elements of its input as one string. */
export const compileJoin: CompileOperator = (compiler, { value, at }) => {
  const compiled = compiler.compile(value, at);
  return {
    at,
    apply: (input, run) => {
      const given = compiled.evaluate(run);
      const isText = 'value' in given && typeof given.value === 'string';
      const separator: Node = isText ? given : { kind: 'literal', value: '', at };
      const pieces = piecesOf(input).flatMap((piece, index) => (index === 0 ? [piece] : [separator, piece]));
      return concatenate(pieces, at, run.budget);
    },
    constant: compiled.constant,
  };
};

function piecesOf(input: Node): readonly Node[] {
  if (input.kind === 'undefined') return [];
  const holdsOthers = input.kind === 'data' && (isArray(input.value) || isObject(input.value));
  return input.kind === 'list' || input.kind === 'record' || holdsOthers ? elementsOf(input) : [input];
}
