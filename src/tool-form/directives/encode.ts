import type { CompileOperator } from '../compiler.js';
import { encodeArgs } from '../encodings/args.js';
import { encodeBase64 } from '../encodings/base64.js';
import type { Encoding } from '../encodings/encoding.js';
import { findWrittenProblems } from '../encodings/find-written-problems.js';
import { encodeJson } from '../encodings/json.js';
import { encodeUrl } from '../encodings/urlencoded.js';
import { below } from '../json-pointer.js';
import { undefinedAt } from '../node.js';
import { isArray, ownValue, type ValueObject } from '../value.js';
import { checkWrittenNames, compileNames } from './written-names.js';

const encodings: ReadonlyMap<string, Encoding> = new Map([
  ['json', encodeJson],
  ['base64', encodeBase64],
  ['urlencoded', encodeUrl],
  ['args', encodeArgs],
]);

const hasEncoding = (name: string) => encodings.has(name);

/** The properties that belong to an encoding of this object and are no data. */
export function encodingProperties(object: ValueObject): ReadonlySet<string> {
  const value = ownValue(object, '$encode');
  if (value === undefined) return new Set();
  const names = JSON.stringify(value);
  return new Set([...(names.includes('json') ? ['$indent'] : []), ...(names.includes('base64') ? ['$content'] : [])]);
}

/** `$encode`: one encoding, or several of which each works on the result of the one before. */
export const compileEncode: CompileOperator = (compiler, { value, object, objectAt, at }) => {
  checkWrittenNames(value, hasEncoding, 'an encoding', at);
  if (value === 'args' || (isArray(value) && value[0] === 'args')) {
    for (const problem of findWrittenProblems(object, objectAt)) compiler.report(problem);
  }
  const compiled = compiler.compile(value, at);
  const names = compileNames(compiled, hasEncoding, 'an encoding', at);
  const consumed = encodingProperties(object);
  const beside = (name: string) => {
    const written = consumed.has(name) ? ownValue(object, name) : undefined;
    return written === undefined ? undefined : compiler.compile(written, below(objectAt, name));
  };
  const indent = beside('$indent');
  const content = beside('$content');
  return {
    at,
    apply: (input, run) => {
      const chain = names(run);
      if (!chain) return undefinedAt(at);
      const context = {
        at,
        budget: run.budget,
        characters: compiler.options.characters ?? {},
        indent: () => indent?.evaluate(run),
        content: () => content?.evaluate(run),
      };
      return chain.reduce((node, name) => encodings.get(name)?.(node, context) ?? node, input);
    },
    constant: compiled.constant && (indent?.constant ?? true) && (content?.constant ?? true),
  };
};
