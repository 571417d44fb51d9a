import type { CompileDomain } from '../compiler.js';
import { compileSingular } from '../expressions/compile-singular.js';
import { parseSingularExpression } from '../expressions/parse-expression.js';
import { ToolFormError } from '../tool-form-error.js';
import { refuseSiblings } from './refuse-siblings.js';

/** `$`: what an expression reads from the arguments, as it is. */
export const compileRead: CompileDomain = (_compiler, place) => {
  const { value, at } = place;
  if (typeof value !== 'string') throw new ToolFormError('INVALID_TEMPLATE', 'An expression must be a string.', at);
  refuseSiblings(place, '$');
  const evaluate = compileSingular(parseSingularExpression(value, at), at);
  return { evaluate, shape: 'other', constant: false };
};
