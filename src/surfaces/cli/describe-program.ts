import { peekPresentation, standardOptions } from '../../command-line/standard-options.js';
import type { Program } from '../../owner/executable.js';
import { describeNode } from '../../registry/describe-help.js';
import { describeSchema } from '../../registry/describe-schema.js';
import { helpText } from '../../registry/help-text.js';
import { usageLine } from '../../registry/usage.js';
import type { Io } from '../../terminal/io.js';
import { prefixOf } from '../../terminal/own-variables.js';
import { type AnswerFacts, writeAnswer } from '../../terminal/write-answer.js';
import { completedAtTheDoor } from '../../vocabulary/outcome.js';
import { variablesRead } from '../../vocabulary/variables.js';
import { executableCommands } from './executable-commands.js';
import { optionTable, shortOptionTable, variableTable } from './help-for-people.js';
import type { Explained } from './names-at-door.js';

/** What the program can do. Reads no configuration: it has to work where that is broken. */
export async function describeProgram(program: Program, words: readonly string[], io: Io): Promise<number> {
  const { name, description, direct } = program;
  const builtIn = Object.entries(executableCommands)
    .filter(([name, { everywhere }]) => (!direct || everywhere) && !name.includes(' '))
    .map(([command, { description: what }]) => ({ name: command, description: what }));
  const prefix = io.prefix ?? prefixOf(name);
  const variables = variablesRead(prefix);
  const data = {
    command: name,
    description,
    ...(direct
      ? { usage: `${name} <command> [arguments]`, ...ownOf(program), built_in: builtIn }
      : {
          usage: `${name} [--config FILE | --no-config] [--caller NAME] [--instance-id ID] <command> [arguments]`,
          commands: builtIn,
        }),
    options: ['--version', ...[...standardOptions.keys()].map((option) => `--${option}`)],
    variables: Object.keys(variables),
    more: direct
      ? `Run '${name} <command> --help' for one of them`
      : `Run '${name} help' for the commands of the workspace, '${name} <command> --help' for one`,
  };
  // Names are enough for a program. A person at a terminal wants to know what they are for, and not all of it at once.
  const long = { ...data, options: optionTable(), variables: variableTable(variables, prefix) };
  const short = {
    ...long,
    built_in: undefined,
    ...(direct && { built_in_names: builtIn.map((one) => one.name) }),
    options: shortOptionTable(),
    variables: undefined,
    more: `${data.more}, '${name} --help --verbose' for every option and variable`,
  };
  const isLong = !io.stdout.isTTY || peekPresentation(words).verbose === true;
  const toText = (_: unknown, width?: number) => helpText(isLong ? long : short, width);
  return await describe(program, words, io, data, { toText, isHelp: true });
}

/** Its commands; where they cannot be read, how to find out why. */
function ownOf({ name, describeCommands }: Program): Record<string, unknown> {
  try {
    const { commands = [], examples = [] } = describeCommands?.() ?? {};
    return { commands, examples: (examples as readonly string[]).map((example) => `${name} ${example}`) };
  } catch {
    return { commands: [], problem: `Its commands are defined wrongly. Run '${name} help' for what is wrong` };
  }
}

/** What a command of the program's own is: `cmdgate serve --help`, `cmdgate help policy`, `cmdgate schema audit`. */
export async function explain(
  program: Program,
  { what, node }: Explained,
  words: readonly string[],
  io: Io,
): Promise<number> {
  const { command } = node;
  if (what === 'schema' && command) return await describe(program, words, io, describeSchema(command), {});
  const { usage, ...help } = describeNode(node, () => true);
  return await describe(program, words, io, {
    ...help,
    command: `${program.name} ${help.command}`,
    usage: `${program.name} ${command ? usageLine(command) : usage}`,
  });
}

/** The program's own; `cmdgate version` tells that of the commands. */
export async function tellVersion(program: Program, words: readonly string[], io: Io): Promise<number> {
  const { name, version } = program;
  return await describe(program, words, io, { name, version }, { toText: () => `${name} ${version}`, isHelp: false });
}

async function describe(
  { name, version }: Program,
  words: readonly string[],
  io: Io,
  data: Record<string, unknown>,
  how: Pick<AnswerFacts, 'toText' | 'isHelp'> = { toText: helpText, isHelp: true },
): Promise<number> {
  const outcome = completedAtTheDoor(data, name);
  const run = { ...outcome.run, presentation: peekPresentation(words) };
  return await writeAnswer({ ...outcome, run }, { version, directory: io.directory, configSources: [], ...how }, io);
}
