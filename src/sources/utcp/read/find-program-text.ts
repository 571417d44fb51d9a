// Arguments that a program evaluates. A value in one would be code, whatever quotes stand around it.

import { realpathSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { quoteForReport } from '../../../documents/quote-for-report.js';
import { understand } from '../../../policy/understanding/understand.js';
import type { Parts, UtcpHost } from '../tool.js';
import { textOf } from './check-arguments.js';
import { isOwners, withStandIns } from './placeholders.js';

export interface ProgramText {
  /** Which of the arguments. */
  readonly index: number;
  /** Ends the sentence "A value would …". */
  readonly what: string;
  readonly fix: string;
}

/** Stands for a value that nobody knows yet. */
const stand = 'Qz7value';

/** No program and no file is ever found there, so that only the words count. */
const nowhere = '/dev/null';

/** Wherever one of them stands, it may be what runs in the end: in a container, on another machine. */
export const interpreter =
  /^(?:(?:ba|da|z|k|a|mk|fi)?sh|(?:python|pypy|perl|ruby|php|lua)[\d.]*|node|nodejs|bun|deno|pwsh|powershell|osascript)(?:\.exe)?$/i;

/** Behind these words everything is code, and the table of programs does not say so. */
const evaluatingFlags: readonly (readonly [program: RegExp, flag: RegExp])[] = [
  [/^(?:pwsh|powershell)(?:\.exe)?$/i, /^[-/](?:c|command|e|ec|encodedcommand)$/i],
  [/^osascript$/, /^-e$/],
  [/^flock$/, /^(?:-c|--command)$/],
  [/^deno$/, /^eval$/],
];

/** The one word behind these is a program, or a setting that names one. */
const evaluatingOptions: readonly (readonly [program: RegExp, flag: RegExp])[] = [
  [/^(?:ssh|scp|sftp)$/, /^-o$/],
  [/^git$/, /^--(?:env|tree|index|parent|msg|commit|tag-name|subdirectory)-filter$/],
  [/^expect$/, /^-c$/],
  [/^nix-shell$/, /^--(?:run|command)$/],
  [/^fd(?:find)?$/, /^(?:-x|-X|--exec|--exec-batch)$/],
  [/^fzf$/, /^--(?:preview|bind|filter-command)$/],
  [/^(?:bat|batcat)$/, /^--pager$/],
  [/^pandoc$/, /^(?:-F|--filter|-L|--lua-filter)$/],
  [/^(?:node|nodejs)$/, /^(?:-r|--require|--import|--loader)$/],
];

/** They start the program that their arguments name. */
const starts =
  /^(?:unshare|nsenter|chroot|pkexec|systemd-run|xvfb-run|dbus-launch|dbus-run-session|valgrind|hyperfine|fakeroot|prlimit|setpriv|numactl|setarch|unbuffer|firejail|bwrap)$/;

/** Their queries can run programs and read any file, unless they are told to be safe. */
const runsByQuery = /^(?:sqlite3|psql|mysql|mariadb|duckdb)$/;

/** Languages that are understood by what they say, and what a value could be that ends the text around it. */
const outbreaks: readonly (readonly [program: RegExp, values: readonly string[]])[] = [
  [/^g?sed$/, ['x/x/e', '1e id', 'x/;1e id\n', 'x|x|e']],
  [/^(?:[gmn]?awk|original-awk)$/, ['BEGIN{system("id")}', 'x"; system("id"); "', 'x/{system("id")}/']],
  [/^[jy]q$/, ['x" | include "x"; "', 'x | include "x"; .']],
  [/^(?:sqlite3|psql|mysql|mariadb|duckdb)$/, ['1; drop table x', "x'; drop table x; --", 'x"; drop table x; --']],
];

/** Only these can run programs: for the others, a whole text that is given is what they are there for. */
const runsPrograms = /^(?:g?sed|[gmn]?awk|original-awk)$/;

/** Programs that run programs that run programs: nobody needs more. */
const mostWithin = 8;

export function findProgramTexts(program: Parts, args: readonly Parts[], host: UtcpHost): readonly ProgramText[] {
  if (args.every(isOwners)) return [];
  const found = new Map<number, ProgramText>();
  const name = withStandIns(program, stand);
  for (const file of filesOf(name, host)) findIn(name, file, args, 0, found);
  const within = args.flatMap((parts, index) => (interpreter.test(basename(textOf(parts) ?? '')) ? [index] : []));
  for (const index of within.slice(0, mostWithin)) {
    const other = textOf(args[index] ?? []) ?? '';
    findIn(other, `/usr/bin/${basename(other)}`, args.slice(index + 1), index + 1, found);
  }
  if (within.length > mostWithin) {
    const fix = 'Put it into a file.';
    for (const [index, parts] of args.entries()) {
      if (!isOwners(parts)) found.set(index, { index, what: 'be among too many programs to check', fix });
    }
  }
  return [...found.values()];
}

/** `offset` is the number of arguments before these. */
function findIn(
  name: string,
  file: string,
  args: readonly Parts[],
  offset: number,
  found: Map<number, ProgramText>,
): void {
  const call = basename(name);
  const plain = look(name, file, args, stand);
  const language = basename(plain.evaluator ?? name);
  const evaluated = args.findIndex((parts) =>
    evaluatingFlags.some(([program, flag]) => program.test(call) && flag.test(textOf(parts) ?? '')),
  );
  const broken = (outbreaks.find(([program]) => program.test(language))?.[1] ?? []).map((value) =>
    look(name, file, args, value),
  );
  for (const [index, parts] of args.entries()) {
    if (isOwners(parts) || found.has(offset + index)) continue;
    const isWhole = parts.length === 1;
    const flag = textOf(args[index - 1] ?? []) ?? '';
    const isOption = evaluatingOptions.some(([program, option]) => program.test(call) && option.test(flag));
    const isCode = isOption || (evaluated !== -1 && index > evaluated);
    const isSafe = /^(?:sqlite3|duckdb)$/.test(language) && args.some((one) => /^--?safe$/.test(textOf(one) ?? ''));
    const breaksOut = broken.some(({ evidence }) => {
      const differs = [...(evidence[index] ?? [])].some((effect) => !plain.evidence[index]?.has(effect));
      if (!isWhole) return differs;
      if (runsByQuery.test(language)) return differs && !isSafe;
      return runsPrograms.test(language) && evidence[index]?.has('inline-code');
    });
    const isStarted = starts.test(call) && args.slice(0, index).every((one) => isNoProgram(textOf(one)));
    if (isStarted || plain.programs.slice(1).includes(withStandIns(parts, stand))) {
      const fix = 'Write the program literally: only its arguments can be values.';
      found.set(offset + index, { index: offset + index, what: 'choose the program that runs', fix });
    } else if (isCode || breaksOut || plain.evidence[index]?.has('inline-code')) {
      const what = `become part of a program for ${/^[\w.+-]+$/.test(language) ? language : quoteForReport(language)}`;
      found.set(offset + index, { index: offset + index, what, fix: adviceFor(language) });
    }
  }
}

/** A flag, a number or a directory: the program still comes. */
const isNoProgram = (text: string | undefined): boolean => text === undefined || /^(?:-.*|\d+|\/|.*\/)$/.test(text);

interface Look {
  /** Those that run, outermost first. */
  readonly programs: readonly string[];
  /** The last of them that the arguments name: what stands in code is evaluated by it. */
  readonly evaluator: string | undefined;
  /** What is said about each argument. */
  readonly evidence: readonly ReadonlySet<string>[];
}

function look(name: string, file: string, args: readonly Parts[], value: string): Look {
  const texts = args.map((parts) => withStandIns(parts, value));
  const { evidence, steps, code } = understand(
    { name, program: file, args: texts, directory: nowhere, workspace: nowhere },
    (other) => (isAbsolute(other) ? other : `/usr/bin/${other}`),
  );
  return {
    programs: steps.map((step) => step.name),
    evaluator: steps.findLast((step) => !step.inCode)?.name,
    evidence: texts.map((text, index) => {
      const effects = evidence.filter(({ argument }) => argument === text).map(({ effect }) => effect);
      return new Set(code.includes(index) ? [...effects, 'inline-code'] : effects);
    }),
  };
}

/** By the name that it is called, and by the file that it is. */
function filesOf(name: string, { searchPath }: UtcpHost): readonly string[] {
  const called = `/usr/bin/${basename(name)}`;
  for (const place of isAbsolute(name) ? [name] : searchPath.map((directory) => join(directory, name))) {
    try {
      return [...new Set([called, realpathSync(place)])];
    } catch {}
  }
  return [called];
}

const inArgv = (example: string) => `Write the code without it, and pass the value as an argument: ${example}.`;

/** How a value reaches a program of this language as data. */
const languages: readonly (readonly [RegExp, string])[] = [
  [/^(?:i?python|pypy)[\d.]*$/, inArgv('"-c", "import sys; … sys.argv[1] …", "<value>"')],
  [/^(?:node|nodejs|tsx|bun)$/, inArgv('"-e", "… process.argv[1] …", "--", "<value>"')],
  [/^(?:ba|da|z|k|a|mk)?sh$/, inArgv('"-c", "… \\"$1\\" …", "sh", "<value>"')],
  [/^perl[\d.]*$/, inArgv('"-e", "… $ARGV[0] …", "--", "<value>"')],
  [/^ruby[\d.]*$/, inArgv('"-e", "… ARGV[0] …", "--", "<value>"')],
  [/^php[\d.]*$/, inArgv('"-r", "… $argv[1] …", "--", "<value>"')],
  [/^[gmn]?awk$/, 'Write the program without it, and read the value from the environment: ENVIRON["NAME"].'],
  [/^(?:sqlite3|duckdb)$/, 'Add "-safe" before it if the value can be a whole query; otherwise write the whole query.'],
  [/^(?:psql|mysql|mariadb)$/, 'Write the query literally, or put it into its own file: a query can begin with "\\!".'],
  [/^jq$/, 'Write the filter without it, and pass the value with --arg: "--arg", "name", "<value>".'],
];

function adviceFor(name: string): string {
  const known = languages.find(([form]) => form.test(name))?.[1];
  return known ?? 'Put the program into its own file, and pass the value as an argument.';
}
