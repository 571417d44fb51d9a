import { directiveNames } from '../directive-names.js';
import { below } from '../json-pointer.js';
import { ToolFormError } from '../tool-form-error.js';
import { isArray, isObject, type Value, type ValueObject } from '../value.js';
import { findNameProblem, isFlag, noDollarNames, noFlag, readBareFlag } from './arg-names.js';

/**
 * The names in a template for the args encoding that can never be right, whatever the arguments are, so that its
 * author hears of all of them before anything runs.
 */
export function findWrittenProblems(object: ValueObject, at: string): ToolFormError[] {
  const problems: ToolFormError[] = [];
  lookAtObject(object, at, problems, true);
  return problems;
}

/** Directives under which stand templates whose results take the place of the object. */
const transparent = ['$use', '$then', '$else', '$value', '$spread'];

/** Whoever has one of these becomes something else than its properties. */
const opaque = [
  '$',
  '$uri',
  '$include',
  '$if',
  '$use',
  '$value',
  '$join',
  '$match',
  '$matches',
  '$transform',
  '$encode',
];

const belongsToDirectives = (name: string) =>
  directiveNames.has(name) || ['$then', '$else', '$as', '$key', '$value', '$indent', '$content'].includes(name);

function look(value: Value, at: string, problems: ToolFormError[]): void {
  if (isArray(value)) for (const [index, item] of value.entries()) look(item, below(at, index), problems);
  else if (isObject(value)) lookAtObject(value, at, problems, false);
}

function lookAtObject(object: ValueObject, at: string, problems: ToolFormError[], isEncoded: boolean): void {
  const has = (name: string) => Object.hasOwn(object, name);
  const operators = opaque.filter((name) => has(name) && !(isEncoded && name === '$encode'));
  // An operator in between makes text or a list of what stands below it.
  const replaced = operators.some((name) => !transparent.includes(name) && name !== '$if');
  if (replaced) return;
  for (const name of transparent) {
    const inner = has(name) ? object[name] : undefined;
    if (inner !== undefined && typeof inner !== 'string') look(inner, below(at, name), problems);
  }
  if (operators.length > 0) return;
  const written = Object.keys(object).filter((name) => !belongsToDirectives(name));
  const names = written.filter((name) => !isSpread(object[name] as Value));
  for (const name of written) if (!names.includes(name)) look(object[name] as Value, below(at, name), problems);
  for (const name of names) {
    const place = below(at, name);
    const problem = name.startsWith('$$') ? noDollarNames : findNameProblem(name, names.length);
    const value = object[name] as Value;
    if (problem !== undefined) problems.push(new ToolFormError('INVALID_RESULT', problem, place));
    else if (name === '$flags' || name === '$repeat') lookAtFlags(name, value, place, problems);
    else if (name !== '$args') look(value, place, problems);
  }
}

function lookAtFlags(directive: string, value: Value, at: string, problems: ToolFormError[]): void {
  if (!isObject(value) || Object.keys(value).some(belongsToDirectives)) return;
  for (const [name, inner] of Object.entries(value)) {
    const isKnown = directive === '$flags' ? readBareFlag(name) !== undefined : isFlag(name);
    if (isKnown) look(inner, below(at, name), problems);
    else if (!isSpread(inner)) problems.push(new ToolFormError('INVALID_RESULT', noFlag(name), below(at, name)));
  }
}

/** The name of a property that is spread never shows. */
const isSpread = (value: Value): boolean => isObject(value) && Object.hasOwn(value, '$spread');
