// Whether a recorded request is one of a command or a program that somebody looks for: `orders remove`, `rm`, `git push`.
// It is read from the text of the request, so it finds what earlier versions recorded, too.

import { shownCall } from '../../command-line/shown-call.js';
import { readScript } from '../../shell-language/read-script.js';
import { staticCommands } from '../../shell-language/static-commands.js';

/** What is looked for. */
export type Wanted = readonly string[];

export function wordsOf(text: string): Wanted {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** A part of the text that every request has in it that is meant; undefined where quoting could change it. */
export function certainPart([first]: Wanted): string | undefined {
  return first !== undefined && /^[\w@%+=:,./-]+$/.test(first) ? first : undefined;
}

/** `path` are the words of the command that was found. A program is found wherever in a line it would be started. */
export function namesCommand(command: string, path: string, wanted: Wanted): boolean {
  if (wanted.length === 0 || startsWith(path.split(' '), wanted)) return true;
  const { text, isLine } = shownCall(command);
  return isLine && (callsIn(text, 0)?.some((words) => isCall(words, wanted)) ?? hasWords(text, wanted));
}

/** Whether the words stand in the text one after the other, each of them whole: `rm` is not in `--format`. */
export function hasWords(text: string, wanted: Wanted): boolean {
  const words = wanted.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\s+');
  return new RegExp(`(?<![\\w.-])${words}(?![\\w-])`, 'u').test(text);
}

/** Programs that start the program named in their arguments. */
const wrappers = new Set(
  'builtin command doas env exec ionice nice nohup setsid stdbuf sudo time timeout watch xargs'.split(' '),
);
const shells = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'eval']);
const deepest = 5;

/** The programs that a line would start, each with its arguments. Undefined where the line cannot be read. */
function callsIn(line: string, depth: number): readonly (readonly string[])[] | undefined {
  const { script } = readScript(line);
  if (!script) return undefined;
  const calls = staticCommands(script, []).flatMap((command) =>
    command.kind === 'program' ? [command.words.map(({ text }) => text)] : [],
  );
  return calls.flatMap((words) => [words, ...innerCalls(words, depth)]);
}

function innerCalls([program = '', ...args]: readonly string[], depth: number): readonly (readonly string[])[] {
  const name = baseName(program);
  if (depth >= deepest) return [];
  if (shells.has(name)) return args.flatMap((code) => (code.startsWith('-') ? [] : (callsIn(code, depth + 1) ?? [])));
  // Which of the arguments is the program depends on the options before it: each may be.
  if (wrappers.has(name)) return args.map((_, at) => args.slice(at));
  if (name !== 'find' && name !== 'fd') return [];
  return args.flatMap((word, at) => (/^-(?:exec|ok)(?:dir)?$|^-[xX]$/.test(word) ? [args.slice(at + 1)] : []));
}

/** Options may stand before the words, and each may have a value: `git -C shop push`. */
function isCall([program = '', ...args]: readonly string[], [name = '', ...rest]: Wanted): boolean {
  if (program !== name && baseName(program) !== name) return false;
  let options = 0;
  let values = 0;
  for (let at = 0; ; at++) {
    if (startsWith(args.slice(at), rest)) return true;
    const word = args[at];
    if (word === undefined) return false;
    if (word.startsWith('-')) options++;
    else if (++values > options) return false;
  }
}

function startsWith(words: readonly string[], wanted: Wanted): boolean {
  return wanted.every((word, at) => words[at] === word);
}

function baseName(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1);
}
