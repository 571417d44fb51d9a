import type { CompileDomain } from '../compiler.js';
import { compileSingular } from '../expressions/compile-singular.js';
import { parseSingularExpression } from '../expressions/parse-expression.js';
import { below } from '../json-pointer.js';
import { derived, type Node, toValue } from '../node.js';
import type { Evaluate } from '../run.js';
import { concatenate } from '../text.js';
import { ToolFormError } from '../tool-form-error.js';
import { expand, parseUriTemplate } from '../uri-template.js';
import { ownValue, type ValueObject } from '../value.js';
import { refuseSiblings } from './refuse-siblings.js';

/** `$uri`: a URI template. A property beside it says where the variable of its name is read from. */
export const compileUri: CompileDomain = (_compiler, place) => {
  const { value, at, objectAt, object } = place;
  if (typeof value !== 'string') throw new ToolFormError('INVALID_TEMPLATE', 'A URI template must be a string.', at);
  const parts = parseUriTemplate(value, at);
  const variables = new Map<string, Evaluate>();
  for (const part of parts) {
    if (typeof part === 'string') continue;
    for (const { name } of part.variables) variables.set(name, compileVariable(object, name, at, objectAt));
  }
  refuseSiblings(place, '$uri', [...variables.keys()]);
  return {
    evaluate: (run) => {
      run.budget.evaluate(at);
      const pieces = parts.map((part): Node => {
        if (typeof part === 'string') return { kind: 'literal', value: part, at };
        const read = (name: string) => {
          const node = variables.get(name)?.(run);
          return node && toValue(node);
        };
        return derived(expand(part, read, at), false, at);
      });
      return concatenate(pieces, at, run.budget);
    },
    shape: 'other',
    constant: variables.size === 0,
  };
};

function compileVariable(object: ValueObject, name: string, at: string, objectAt: string): Evaluate {
  const written = ownValue(object, name);
  if (written === undefined) return compileSingular(parseSingularExpression(pathOf(name), at), at);
  const place = below(objectAt, name);
  if (typeof written !== 'string') {
    throw new ToolFormError('INVALID_TEMPLATE', 'The value of a URI variable must be an expression.', place);
  }
  return compileSingular(parseSingularExpression(written, place), place);
}

/** `user.id` is a path; a name that cannot be part of one (`0`, `a%20b`) is quoted. */
function pathOf(name: string): string {
  const names = name.split('.');
  return names.every((part) => /^[A-Za-z_]\w*$/.test(part)) ? `$.${name}` : `$['${name}']`;
}
