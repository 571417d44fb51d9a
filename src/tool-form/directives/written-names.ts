import { isLiteral, type Node, toValue } from '../node.js';
import type { Compiled, Run } from '../run.js';
import { ToolFormError } from '../tool-form-error.js';

/**
 * The names of transforms or encodings, or undefined if the value is neither a string nor an array of strings. They
 * have to be the template's own words: an argument must not choose how it is encoded.
 */
export function compileNames(
  compiled: Compiled,
  known: (name: string) => boolean,
  what: string,
  at: string,
): (run: Run) => readonly string[] | undefined {
  const read = (node: Node) => readNames(node, known, what, at);
  if (!compiled.constant) return (run) => read(compiled.evaluate(run));
  let names: readonly string[] | undefined;
  let isRead = false;
  return (run) => {
    if (!isRead) names = read(compiled.evaluate(run));
    isRead = true;
    return names;
  };
}

function readNames(
  node: Node,
  known: (name: string) => boolean,
  what: string,
  at: string,
): readonly string[] | undefined {
  if (!isLiteral(node)) {
    throw new ToolFormError('REFUSED_ARGUMENT', `The name of ${what} must be written in the template.`, at);
  }
  const value = toValue(node);
  const names = typeof value === 'string' ? [value] : value;
  if (!isNames(names)) return undefined;
  const unknown = names.find((name) => !known(name));
  if (unknown === undefined) return names;
  throw new ToolFormError('INVALID_TEMPLATE', `Unknown name of ${what}: ${JSON.stringify(unknown)}.`, at);
}

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string');

/** The same for a value that is written out, so that mistakes show before there are arguments. */
export function checkWrittenNames(value: unknown, known: (name: string) => boolean, what: string, at: string): void {
  const names = typeof value === 'string' ? [value] : value;
  if (!isNames(names)) return;
  for (const name of names) {
    if (!/[\\{}]/.test(name) && !known(name)) {
      throw new ToolFormError('INVALID_TEMPLATE', `Unknown name of ${what}: ${JSON.stringify(name)}.`, at);
    }
  }
}
