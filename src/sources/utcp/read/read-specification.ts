// The form of the specification: `command`, `args`, and perhaps a shell.

import { tokenize } from '../../../command-line/tokenize.js';
import type { KeyPath } from '../../../documents/document.js';
import { isObject, kindOf } from '../../../shape/kind-of.js';
import type { Parts } from '../tool.js';
import { toArguments, type WrittenArgument } from './check-arguments.js';
import { checkProgram, checkProgramTexts, platformOf } from './check-program.js';
import { given } from './given.js';
import { readText } from './placeholders.js';
import { type Line, longestLine, readScript } from './read-line.js';
import type { Reading, ReadSteps } from './reading.js';
import { scanLine } from './scan-line.js';

const defaultTimeoutMs = 30_000;

export function readSpecification(reading: Reading): ReadSteps {
  const { template, path, report, scope } = reading;
  const result: ReadSteps = { form: 'specification', steps: [], platform: undefined, timeoutMs: defaultTimeoutMs };
  const written = given(template, 'command');
  const texts = readArgs(reading);
  const shell = readShell(reading);
  if (typeof written !== 'string') {
    report.error([...path, 'command'], `Must be the name of a program, not ${kindOf(written)}.`, 'Write "git".');
    return result;
  }
  const program = readProgram(written, texts.length, shell, reading);
  const platform = platformOf(program);
  if (shell && platform === undefined) return { ...result, steps: readJoined(written, texts, reading) };
  const args = texts.map(({ text, path: place }): WrittenArgument => {
    const parts = readText(text, reading.dialect, scope, 0, place);
    return { parts: parts.length === 0 ? [{ kind: 'text', text: '' }] : parts, path: place };
  });
  checkProgram(program, [...path, 'command'], reading);
  checkProgramTexts(
    program,
    args.map(({ parts }) => parts),
    args.map((argument) => argument.path),
    reading,
  );
  checkOperators(texts, reading);
  return { ...result, platform, steps: [{ kind: 'program', program, args: toArguments(args, scope), shown: true }] };
}

interface WrittenText {
  readonly text: string;
  readonly path: KeyPath;
}

function readArgs({ template, path, report }: Reading): readonly WrittenText[] {
  const args = given(template, 'args') ?? [];
  const place = [...path, 'args'];
  if (!Array.isArray(args)) {
    report.error(place, `Must be a list of arguments, not ${kindOf(args)}.`, 'Write one text for each argument.');
    return [];
  }
  return args.flatMap((argument: unknown, index): readonly WrittenText[] => {
    if (typeof argument === 'string') {
      if (!argument.includes('\0')) return [{ text: argument, path: [...place, index] }];
      report.error([...place, index], 'An argument cannot contain a NUL.', 'Remove it.');
    } else if (typeof argument === 'number' || typeof argument === 'boolean') {
      return [{ text: String(argument), path: [...place, index] }];
    } else {
      const what = isObject(argument) || Array.isArray(argument) ? kindOf(argument) : 'nothing';
      report.error([...place, index], `An argument is text, not ${what}.`, 'Write it as text.');
    }
    return [];
  });
}

function readShell({ template, path, report }: Reading): boolean {
  const shell = given(template, 'shell') ?? false;
  if (typeof shell === 'boolean') return shell;
  report.error([...path, 'shell'], `Must be true or false, not ${kindOf(shell)}.`, 'Write false.');
  return false;
}

function readProgram(written: string, count: number, shell: boolean, reading: Reading): Parts {
  const { path, report, scope, dialect } = reading;
  const [first = '', ...words] = written.trim().split(/\s+/);
  // Directories have names with blanks. Programs of the search path do not.
  if (!shell && words.length > 0 && !written.includes('/')) {
    const example = `"command": ${JSON.stringify(first)}, "args": [${JSON.stringify(words[0])}, …]`;
    const fix = `Write its words as arguments${count === 0 ? `: ${example}` : ', before the others'}.`;
    report.error([...path, 'command'], 'This is more than the name of a program.', fix);
  }
  return shell && platformOf([{ kind: 'text', text: written }]) === undefined
    ? [{ kind: 'text', text: written }]
    : readText(written, dialect, scope, 0, [...path, 'command']);
}

/** With a shell, all of it is one text. */
function readJoined(command: string, texts: readonly WrittenText[], reading: Reading): ReadSteps['steps'] {
  const { path, dialect, report } = reading;
  const text = [command, ...texts.map((argument) => argument.text)].join(' ');
  const line: Line = { text, path: [...path, 'shell'], before: 0, shown: true };
  if (text.length > longestLine) {
    report.error(line.path, `The line is longer than ${longestLine} characters.`, 'Put it into a file.');
    return [];
  }
  const split = tokenize(text);
  if (!Array.isArray(split) || text.includes('\0')) {
    const missing = Array.isArray(split) ? 'text without NUL characters' : split.missing;
    report.error(line.path, `This line cannot be parsed: it is missing ${missing}.`, 'Complete it.');
    return [];
  }
  const scanned = scanLine(text, dialect);
  const instead =
    scanned.needs.length > 0 ? 'Describe it as a Command Handle' : 'Write "shell": false: it does not need one';
  const step = readScript(line, scanned, { what: '"shell" is true', instead }, reading);
  return step ? [step] : [];
}

const operator = /^(?:&&|\|\|?|;|&|\d?>{1,2}&?\d?|<)$/;

function checkOperators(texts: readonly WrittenText[], { report }: Reading): void {
  for (const { text, path } of texts) {
    if (!operator.test(text)) continue;
    const fix = 'Remove it, unless the program itself understands it: there is no shell.';
    report.hint(path, `The program gets "${text}" as an argument.`, fix);
  }
}
