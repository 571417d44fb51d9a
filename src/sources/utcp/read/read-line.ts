// One command line of a manual → a step, without a shell where none is needed.

import { tokenize } from '../../../command-line/tokenize.js';
import type { KeyPath } from '../../../documents/document.js';
import type { Part, Parts, Step } from '../tool.js';
import { checkCertain, textOf, toArguments } from './check-arguments.js';
import { checkProgram, checkProgramTexts } from './check-program.js';
import { checkHidden, makeScript } from './make-script.js';
import { checkUnfinished } from './placeholders.js';
import type { Reading } from './reading.js';
import { type ScannedLine, scanLine, type Word } from './scan-line.js';
import { reasonOf, reasonOfWord, type ShellReason } from './shell-advice.js';

export interface Line {
  readonly text: string;
  readonly path: KeyPath;
  /** How many steps come before it. */
  readonly before: number;
  readonly shown: boolean;
}

/** Nobody writes longer ones, and some take long to read. */
export const longestLine = 20_000;

/** `undefined` where there is an error. */
export function readLine(line: Line, reading: Reading): Step | undefined {
  const { text, path, shown } = line;
  const { report } = reading;
  if (text.length > longestLine) {
    report.error(path, `The line is longer than ${longestLine} characters.`, 'Put it into a file.');
    return undefined;
  }
  const split = tokenize(text);
  if (!Array.isArray(split)) {
    report.error(path, `This line cannot be parsed: it is missing ${split.missing}.`, 'Complete it.');
    return undefined;
  }
  const scanned = scanLine(text, reading.dialect);
  const words = scanned.tokens.filter((token) => token.kind === 'word');
  const [first, ...rest] = words;
  if (!first) {
    report.error(path, 'There is no program in this line.', 'Write for example "git status".');
    return undefined;
  }
  const reason = reasonOf(scanned.needs) ?? reasonOfWord(first);
  if (reason) return readScript(line, scanned, reason, reading);
  checkHidden(scanned, line, reading);
  const program = toParts(first, line, reading);
  const args = rest.map((word) => ({ parts: toParts(word, line, reading), path }));
  if (textOf(program) === 'cd')
    return readDirectory(
      args.map(({ parts }) => parts),
      line,
      reading,
    );
  checkProgram(program, path, reading);
  checkProgramTexts(
    program,
    args.map(({ parts }) => parts),
    args.map(() => path),
    reading,
  );
  return { kind: 'program', program, args: toArguments(args, reading.scope), shown };
}

/** A shell runs it where the owner's policy names the command. */
export function readScript(
  line: Line,
  scanned: ScannedLine,
  { what, instead }: ShellReason,
  reading: Reading,
): Step | undefined {
  const { toolPath, options, report } = reading;
  const script = makeScript(line, scanned, reading);
  if (options.mayUseShell(toolPath)) return script;
  const fix = `${instead}, or ask the owner to allow a shell for it in the policy: "shell": ["${toolPath.join(' ')}"].`;
  report.error(line.path, `This needs a shell: ${what}.`, fix);
  return undefined;
}

function toParts({ pieces }: Word, { path, before }: Line, { scope, environment }: Reading): Parts {
  const parts: Part[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      const last = parts.at(-1);
      if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: last.text + piece.text };
      else parts.push({ kind: 'text', text: piece.text });
      checkUnfinished(piece.text, scope, path);
      continue;
    }
    const { reference } = piece;
    // A shell would have taken it from the environment of the program.
    const own =
      reference.kind === 'name' && !scope.isInput(reference.name) ? environment.get(reference.name) : undefined;
    parts.push(...(own ?? scope.resolve(reference, before, path)));
  }
  return parts.length === 0 ? [{ kind: 'text', text: '' }] : parts;
}

function readDirectory(args: readonly Parts[], { path }: Line, { scope, report }: Reading): Step | undefined {
  const [directory, ...more] = args.filter((parts, at) => !(at === 0 && textOf(parts) === '--'));
  const text = directory && textOf(directory);
  if (!directory || more.length > 0 || text === '' || text?.startsWith('-')) {
    report.error(path, '"cd" takes one directory here.', 'Write for example "cd src".');
    return undefined;
  }
  checkCertain(directory, scope, path);
  return { kind: 'directory', directory };
}
