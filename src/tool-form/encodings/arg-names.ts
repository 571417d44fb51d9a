// What a property name can be under the args encoding.

const wordPattern = /^[A-Za-z0-9][-A-Za-z0-9_]*$/;
const flagPattern = /^(?:--?|\+)[A-Za-z0-9][-A-Za-z0-9_]*=?$/;
const bareFlagPattern = /^[A-Za-z0-9][-A-Za-z0-9_]*=?$/;

/** Ends the flags; everything behind it is taken as it is. */
export const terminator = '--';

const isWord = (name: string): boolean => wordPattern.test(name);

export const isFlag = (name: string): boolean => flagPattern.test(name);

/** A flag that can share one dash with its neighbours. */
export const isSingle = (flag: string): boolean => flag.length === 2 && flag !== terminator;

/** A flag as `$flags` writes it, where the dashes may be left out. */
export function readBareFlag(name: string): string | undefined {
  if (isFlag(name)) return name;
  if (!bareFlagPattern.test(name)) return undefined;
  return name.replace(/=$/, '').length === 1 ? `-${name}` : `--${name}`;
}

/** Engines move such names to the front of an object, so that their place is not what the author wrote. */
const isPosition = (name: string): boolean => /^(?:0|[1-9]\d*)$/.test(name);

const directives: ReadonlySet<string> = new Set(['$args', '$flags', '$repeat']);

/** Why an object of so many properties cannot have one of this name, or undefined if it can. */
export function findNameProblem(name: string, count: number): string | undefined {
  const quoted = JSON.stringify(name);
  if (directives.has(name)) return count > 1 ? `${name} must be the only property of its object.` : undefined;
  if (name.startsWith('$')) return `${quoted} has no meaning in the arguments of a program.`;
  if (count > 1 && isPosition(name))
    return `JSON objects do not keep the position of the name ${quoted}; use an array.`;
  if (name === terminator || isFlag(name) || isWord(name)) return undefined;
  return `${quoted} is neither a word nor a flag; write it as a value.`;
}

export const noDollarNames = 'Names with "$" are not allowed in the arguments of a program.';

export const noFlag = (name: string): string => `${JSON.stringify(name)} is not a flag.`;
