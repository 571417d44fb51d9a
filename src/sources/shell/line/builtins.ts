// Commands that a shell has itself: some the gate does itself, the others are told what to use in their place.

/** Done here, because they change the line itself. */
export const ownCommands = new Set(
  ': true false cd pwd export unset set exit command break continue read wait'.split(' '),
);

const writeIt = 'Write the commands where they are needed, or put a script into a file';
const byItself = 'Remove it: every line starts fresh';

/** What to do in the place of what is not done here. */
const others: Readonly<Record<string, string>> = {
  eval: 'Write the command itself',
  exec: 'Remove exec',
  source: 'Do what the file does: set its variables, or call programs by their paths (e.g., .venv/bin/python)',
  '.': 'Do what the file does: set its variables, or call programs by their paths (e.g., .venv/bin/python)',
  trap: 'Remove it: everything a line starts ends with it',
  mapfile: 'Use a for loop over $(…)',
  readarray: 'Use a for loop over $(…)',
  jobs: 'Use runs list',
  fg: 'Use runs wait',
  bg: 'Send it as a background run',
  disown: 'Send it as a background run',
  history: 'Use runs list',
  pushd: 'Use cd, or ( cd directory && … )',
  popd: 'Use cd, or ( cd directory && … )',
  dirs: 'Use pwd',
  let: 'Use $(( … ))',
  shopt: byItself,
  alias: 'Name the program itself',
  unalias: byItself,
  ulimit: 'The owner sets limits',
  umask: 'Use chmod afterwards',
  type: 'Use command -v',
  builtin: 'Remove it',
  local: writeIt,
  declare: 'Use NAME=value, or export NAME=value',
  typeset: 'Use NAME=value, or export NAME=value',
  readonly: 'Use NAME=value',
  return: 'Use exit',
  shift: writeIt,
  getopts: writeIt,
  hash: byItself,
  times: byItself,
  bind: byItself,
  complete: byItself,
  compgen: 'Use ls with a pattern',
  enable: byItself,
  caller: byItself,
  suspend: byItself,
  logout: 'Use exit',
};

/** Whether a shell has it itself. */
export function isBuiltin(name: string): boolean {
  return ownCommands.has(name) || adviceFor(name) !== undefined;
}

/** What to use instead of a command of a shell; nothing where it is none. */
export function adviceFor(name: string): string | undefined {
  return Object.hasOwn(others, name) ? others[name] : undefined;
}

export type SetOptions = Partial<Record<'errexit' | 'nounset' | 'pipefail', boolean>>;

const letters: Readonly<Record<string, keyof SetOptions>> = { e: 'errexit', u: 'nounset' };

/** `set -euo pipefail`; nothing where it says anything else. */
export function readSet(args: readonly string[]): SetOptions | undefined {
  const options: SetOptions = {};
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!/^[-+][euo]+$/.test(word)) return undefined;
    const on = word.startsWith('-');
    for (const letter of word.slice(1)) {
      const name = letter === 'o' ? rest.shift() : letters[letter];
      if (name !== 'errexit' && name !== 'nounset' && name !== 'pipefail') return undefined;
      options[name] = on;
    }
  }
  return args.length === 0 ? undefined : options;
}

/** `export A=b C`: words that are assignments are read so. Nothing where one is neither. */
export function readExports(args: readonly { text: string; unknown: boolean }[]) {
  const found: { name: string; value: { text: string; unknown: boolean } | undefined }[] = [];
  for (const { text, unknown } of args) {
    const [, name, value] = /^([A-Za-z_]\w*)(?:=(.*))?$/s.exec(text) ?? [];
    if (name === undefined) return undefined;
    found.push({ name, value: value === undefined ? undefined : { text: value, unknown } });
  }
  return found;
}

/** `read -r a b`: the names, and whether a backslash is a character like any other. Nothing where it is told more. */
export function readRead(
  args: readonly string[],
): { readonly names: readonly string[]; readonly raw: boolean } | undefined {
  const raw = args[0] === '-r';
  const names = raw ? args.slice(1) : args;
  return names.length > 0 && names.every((name) => /^[A-Za-z_]\w*$/.test(name)) ? { names, raw } : undefined;
}

/** What a program of this name does otherwise than what a shell has by the same name. */
export function differsFromProgram(name: string, args: readonly string[]): string | undefined {
  if (name === 'printf' && args[0]?.startsWith('-v')) return 'Use NAME=$(printf …)';
  if (name === 'printf' && /%(?:q|\()/.test(args[0] ?? '')) return 'Use %s, or date for times';
  if ((name === 'test' || name === '[') && args.some((text) => ['-v', '-R', '<', '>'].includes(text))) {
    return 'Use -n, =, != or -lt';
  }
  return undefined;
}

/** Splits a line into as many values as there are names; the last one gets the rest. */
export function splitFields(line: string, separators: string, most: number): readonly string[] {
  const blanks = [...separators].filter((character) => ' \t\n'.includes(character)).join('');
  const others = [...separators].filter((character) => !' \t\n'.includes(character)).join('');
  const literal = (text: string) => text.replace(/[\\\]^-]/g, '\\$&');
  const blank = blanks === '' ? '' : `[${literal(blanks)}]`;
  const trimmed = blank === '' ? line : line.replace(new RegExp(`^${blank}+|${blank}+$`, 'g'), '');
  if (separators === '') return [line];
  const between = new RegExp(
    [
      ...(others === ''
        ? []
        : [`${blank === '' ? '' : `${blank}*`}[${literal(others)}]${blank === '' ? '' : `${blank}*`}`]),
      ...(blank === '' ? [] : [`${blank}+`]),
    ].join('|'),
  );
  const fields: string[] = [];
  let rest = trimmed;
  while (fields.length < most - 1 && rest !== '') {
    const found = between.exec(rest);
    if (!found) break;
    fields.push(rest.slice(0, found.index));
    rest = rest.slice(found.index + found[0].length);
  }
  return rest === '' ? fields : [...fields, rest];
}
