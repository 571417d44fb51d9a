// `--show-config`: everything that is in force, and where each of it comes from.

import { peekPresentation } from '../command-line/standard-options.js';
import { loadingProblem } from '../gate/opening/loading-problem.js';
import { giveReport } from '../terminal/give-report.js';
import type { Io } from '../terminal/io.js';
import { writeAnswer } from '../terminal/write-answer.js';
import { failedAtTheDoor } from '../vocabulary/outcome.js';
import { terminalSafeLine } from '../vocabulary/terminal-safe.js';
import { variablesRead } from '../vocabulary/variables.js';
import type { Choice } from './choice.js';
import type { Program } from './executable.js';
import type { Setting } from './setting.js';

interface Asked {
  readonly choice: Choice;
  readonly words: readonly string[];
  readonly io: Io;
}

export async function showConfig(program: Program, { choice, words, io }: Asked): Promise<number> {
  const presentation = peekPresentation(words);
  let settings: readonly Setting[];
  try {
    settings = [...(await program.listSettings(choice, io)), ...chosen(choice, io), ...variables(io)];
  } catch (error) {
    const outcome = failedAtTheDoor(loadingProblem(error), '--show-config');
    const facts = { version: program.version, directory: io.directory };
    return await writeAnswer({ ...outcome, run: { ...outcome.run, presentation } }, facts, io);
  }
  const width = Math.max(...settings.map(({ key }) => key.length));
  const toLine = ({ key, value, source }: Setting) => {
    const shown = typeof value === 'string' ? value : JSON.stringify(value);
    return `${key.padEnd(width)}  ${terminalSafeLine(shown)}  (${terminalSafeLine(source)})`;
  };
  const report = { command: '--show-config', data: { settings }, toLines: () => settings.map(toLine) };
  return await giveReport(report, presentation, program, io);
}

/** What this line, or a variable, chose. */
function chosen(choice: Choice, { prefix = '', environment }: Io): readonly Setting[] {
  const { instance, context } = choice;
  const isGiven = instance !== undefined && environment[`${prefix}_INSTANCE_ID`] !== instance;
  const from = isGiven ? '--instance-id' : `env:${prefix}_INSTANCE_ID`;
  return [
    { key: 'instance', value: instance ?? 'none', source: instance === undefined ? 'default' : from },
    ...(context === undefined ? [] : [{ key: 'context', value: context, source: '--context' }]),
    ...(choice.config === false ? [{ key: 'config', value: 'none', source: '--no-config' }] : []),
  ];
}

/** Those of the program itself, as far as they are set. */
function variables({ prefix = '', environment }: Io): readonly Setting[] {
  return Object.keys(variablesRead(prefix))
    .filter((name) => name.startsWith(`${prefix}_`) || name.startsWith('TOOL_'))
    .filter((name) => environment[name] !== undefined)
    .map((name) => ({ key: name, value: environment[name], source: `env:${name}` }));
}
