// Commands that a shell has itself: some the gate does itself, the others are told what to use in their place.

/** Done here, because they change the line itself. */
export const ownCommands = new Set([
  ':',
  'true',
  'false',
  'cd',
  'pwd',
  'export',
  'unset',
  'set',
  'exit',
  'command',
  'break',
  'continue',
]);

const writeIt = 'Write the commands where they are needed, or a script in a file';
const byItself = 'Leave it out: every line starts anew';

/** What to do in the place of what is not done here. */
const others: Readonly<Record<string, string>> = {
  eval: 'Write the command itself',
  exec: 'Leave exec out',
  source: 'Write what the file would do: set its variables, or call programs by their paths (e.g., .venv/bin/python)',
  '.': 'Write what the file would do: set its variables, or call programs by their paths (e.g., .venv/bin/python)',
  trap: 'Leave it out: what a line starts ends with it',
  read: 'Use xargs, or a for loop over $(…)',
  mapfile: 'Use a for loop over $(…)',
  readarray: 'Use a for loop over $(…)',
  wait: 'Send what runs beside it as a background run, and use runs wait',
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
  builtin: 'Leave it out',
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
