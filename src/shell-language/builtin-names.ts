// What bash has itself. A program of the same name is not what runs in a shell, and some of these evaluate what they are
// given, down to commands in the names of variables: `printf -v 'x[$(id)]'`.

const names =
  '. alias bg bind break builtin caller cd command compgen complete compopt continue coproc declare dirs disown enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait [ echo :';

const builtins = new Set(names.split(' '));

/** They only print, or end something of the shell itself, whatever they are given. */
const harmless = new Set([':', 'true', 'false', 'pwd', 'echo', 'exit', 'return', 'break', 'continue', 'wait', 'help']);

/** Whether a shell that is given this would do it itself, and nobody can say what comes of it. */
export function mayEvaluate(name: string, args: readonly string[]): boolean {
  if (!builtins.has(name) || harmless.has(name)) return false;
  if (name === 'printf') return args[0]?.startsWith('-v') === true;
  if (name === 'test' || name === '[') return args.some((text) => text === '-v' || text === '-R');
  if (name === 'set') return !args.every((text) => /^[-+][euxo]+$|^pipefail$/.test(text));
  if (name === 'unset') return !args.every((text) => /^(?:-[fv]|[A-Za-z_]\w*)$/.test(text));
  return name !== 'cd' && name !== 'kill';
}

/** Whether it does nothing but what concerns the shell itself. */
export function isHarmlessBuiltin(name: string, args: readonly string[]): boolean {
  return harmless.has(name) || ((name === 'set' || name === 'unset') && !mayEvaluate(name, args));
}
