// `bash -c '…'` where everything in the code is a call of the core, and nothing of it is left to the shell.

import { realPathFrom } from '../../../machine/paths/real-path.js';
import { isHarmlessBuiltin, mayEvaluate } from '../../../shell-language/builtin-names.js';
import { readShellScript } from '../../../shell-language/read-script.js';
import { mayRunOn, type StaticCommand, staticCommands } from '../../../shell-language/static-commands.js';
import type { Evidence } from '../findings.js';
import { type Input, inputInCode } from '../input.js';

type CheckCall = (name: string, args: readonly string[], base: string, input: Input) => Evidence | undefined;

const signs = { read: '<', write: '>', append: '>>' } as const;

/** Files that a line opens by itself. */
export function isFileSign(name: string): boolean {
  return name === '<' || name === '>' || name === '>>';
}

export function checkShellCode(
  shell: string,
  args: readonly string[],
  base: string,
  input: Input,
  checkCall: CheckCall,
): Evidence | undefined {
  // Not every sh has a version, and then it runs what it reads.
  if (shell === 'bash' && args.length === 1 && args[0] === '--version') return undefined;
  const told = toldTo(shell, args, input);
  if (typeof told === 'string') return beyond(shell, told);
  const read = readShellScript(told.text);
  if (!read.ok) return beyond(shell, 'its code cannot be fully parsed');
  // It reads on when the first is done, and a program may have taken some of it meanwhile.
  if (told.isInput && read.script.statements.length > 1) return beyond(shell, 'its code has several commands on stdin');
  if (mayRunOn(read.script)) return beyond(shell, 'its code may never end');
  let bases: readonly string[] = [base];
  for (const command of staticCommands(read.script, told.given)) {
    const words = wordsOf(command);
    if (!words) return beyond(shell, 'its code has words that are only known at run time');
    const [name = '', ...rest] = words;
    if (name === 'cd') {
      const entered =
        rest.length === 1 && !rest[0]?.startsWith('-') ? bases.map((one) => enter(one, rest[0] ?? '')) : [undefined];
      if (entered.includes(undefined)) return beyond(shell, 'its code changes to a directory that does not exist');
      // It may fail, and then the shell is where it was.
      bases = [...new Set([...bases, ...(entered as string[])])];
    } else if (mayEvaluate(name, rest)) return beyond(shell, `its code uses ${name}`);
    else if (!isHarmlessBuiltin(name, rest)) {
      for (const one of bases) {
        const read = command.kind === 'file' ? 'nothing' : inputInCode(command.input, told.isInput ? 'nothing' : input);
        const found = checkCall(name, rest, one, read);
        if (found) return found;
      }
    }
  }
  return undefined;
}

interface Told {
  readonly text: string;
  /** What the code knows as `$0`, `$1` and so on. */
  readonly given: readonly string[];
  /** It is read from stdin. */
  readonly isInput: boolean;
}

/** What the shell is told to do, or why nobody knows. */
function toldTo(shell: string, args: readonly string[], input: Input): Told | string {
  const [option, code, ...words] = args;
  if (option === '-c' && code !== undefined && !/^[-+]/.test(code))
    return { text: code, given: words.length === 0 ? [shell] : words, isInput: false };
  // What is no text, shells leave out, or end at.
  if (args.length === 0 && typeof input === 'object' && !input.text.includes('\0'))
    return { text: input.text, given: [shell], isInput: true };
  // It may put other programs in the place of those that are named, and the gate does not read them.
  if (/^-\w*l|^--login$/.test(option ?? '')) return "a login shell runs the user's profile files first; remove -l";
  return 'only code that can be fully parsed is known to be harmless';
}

function wordsOf(command: StaticCommand): readonly string[] | undefined {
  if (command.kind === 'file') return command.path.isKnown ? [signs[command.mode], command.path.text] : undefined;
  const isKnown = command.assigns.length === 0 && command.words.every((word) => word.isKnown);
  return isKnown ? command.words.map(({ text }) => text) : undefined;
}

function enter(base: string, path: string): string | undefined {
  const found = realPathFrom(base, path);
  return found?.entry?.isDirectory() ? found.real : undefined;
}

function beyond(shell: string, why: string): Evidence {
  return { effect: 'beyond-core', why: `without a sandbox, ${shell} needs approval for this (${why})` };
}
