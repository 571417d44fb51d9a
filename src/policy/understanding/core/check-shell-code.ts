// `bash -c '…'` where everything in the code is a call of the core, and nothing of it is left to the shell.

import { realPathFrom } from '../../../machine/paths/real-path.js';
import { isHarmlessBuiltin, mayEvaluate } from '../../../shell-language/builtin-names.js';
import { readScript } from '../../../shell-language/read-script.js';
import { type StaticCommand, staticCommands } from '../../../shell-language/static-commands.js';
import type { Evidence } from '../findings.js';

type CheckCall = (name: string, args: readonly string[], base: string) => Evidence | undefined;

const signs = { read: '<', write: '>', append: '>>' } as const;

/** Files that a line opens by itself. */
export function isFileSign(name: string): boolean {
  return name === '<' || name === '>' || name === '>>';
}

export function checkShellCode(
  shell: string,
  args: readonly string[],
  base: string,
  checkCall: CheckCall,
): Evidence | undefined {
  // Not every sh has a version, and then it runs what it reads.
  if (shell === 'bash' && args.length === 1 && args[0] === '--version') return undefined;
  const [option, code = '', ...more] = args;
  if (option !== '-c' || more.length > 0)
    return beyond(shell, 'only code that can be read in full is known to be harmless');
  const read = readScript(code);
  if (!read.ok) return beyond(shell, 'its code cannot be read in full');
  let bases: readonly string[] = [base];
  for (const command of staticCommands(read.script)) {
    const words = wordsOf(command);
    if (!words) return beyond(shell, 'its code has words that only a run can tell');
    const [name = '', ...rest] = words;
    if (name === 'cd') {
      const entered =
        rest.length === 1 && !rest[0]?.startsWith('-') ? bases.map((one) => enter(one, rest[0] ?? '')) : [undefined];
      if (entered.includes(undefined)) return beyond(shell, 'its code changes to a directory that is not there');
      // It may fail, and then the shell is where it was.
      bases = [...new Set([...bases, ...(entered as string[])])];
    } else if (mayEvaluate(name, rest)) return beyond(shell, `its code uses ${name}`);
    else if (!isHarmlessBuiltin(name, rest)) {
      for (const one of bases) {
        const found = checkCall(name, rest, one);
        if (found) return found;
      }
    }
  }
  return undefined;
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
