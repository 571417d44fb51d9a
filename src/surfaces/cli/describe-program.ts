import { peekPresentation, standardOptions } from '../../command-line/standard-options.js';
import { loadingProblem } from '../../gate/opening/loading-problem.js';
import { localCaller } from '../../gate/session.js';
import type { Program } from '../../owner/executable.js';
import { describeNode, describeRoot } from '../../registry/describe-help.js';
import { describeSchema } from '../../registry/describe-schema.js';
import { helpText, type Shelf } from '../../registry/help-text.js';
import { usageLine } from '../../registry/usage.js';
import { type Io, isPaged } from '../../terminal/io.js';
import { prefixOf } from '../../terminal/own-variables.js';
import { type AnswerFacts, writeAnswer } from '../../terminal/write-answer.js';
import { completedAtTheDoor, failedAtTheDoor } from '../../vocabulary/outcome.js';
import { variablesRead } from '../../vocabulary/variables.js';
import { executableCommands } from './executable-commands.js';
import {
  optionTable,
  shelveByCategory,
  shelveOwn,
  shortOptionTable,
  shortOwnOptionTable,
  shortShelves,
  variableTable,
} from './help-for-people.js';
import { nameProgram } from './name-program.js';
import type { Explained } from './names-at-door.js';

/** What the program can do. Reads no configuration: it has to work where that is broken. */
export async function describeProgram(program: Program, words: readonly string[], io: Io): Promise<number> {
  const { name, description, direct } = program;
  const builtIn = Object.entries(executableCommands)
    .filter(([name, { everywhere }]) => (!direct || everywhere) && !name.includes(' '))
    .filter(([name, { yields }]) => !(yields && program.hasOwn?.(name)))
    .map(([command, { description: what }]) => ({ name: command, description: what }));
  const prefix = io.prefix ?? prefixOf(name);
  const variables = variablesRead(prefix);
  const { shelves, more: grouped, error, ...own } = direct ? ownOf(program) : ofCmdgate(builtIn);
  // Help always comes; without a word, it is only the answer where the program can do something.
  if (error !== undefined && !words.some((word) => word === '--help' || word === '-h')) {
    const outcome = failedAtTheDoor(loadingProblem(error), name);
    const run = { ...outcome.run, presentation: peekPresentation(words) };
    return await writeAnswer({ ...outcome, run }, { version: program.version, directory: io.directory }, io);
  }
  const data = {
    command: name,
    description,
    ...(direct
      ? { usage: `${name} <command> [arguments]`, ...own, built_in: builtIn }
      : {
          usage: `${name} [--config FILE | --no-config] [--caller NAME] [--instance-id ID] <command> [arguments]`,
          commands: builtIn,
        }),
    options: ['--version', ...[...standardOptions.keys()].map((option) => `--${option}`)],
    variables: Object.keys(variables),
    more: direct
      ? [grouped, `Run '${name} <command> --help' for one of them`].filter(Boolean).join('. ')
      : `Run '${name} help' for the commands of the workspace, '${name} <command> --help' for one`,
  };
  // Names are enough for a program. A person at a terminal wants to know what they are for, and not all of it at once.
  const long = {
    ...data,
    ...(shelves && { shelves }),
    options: optionTable(),
    variables: variableTable(variables, prefix),
  };
  const more = `See '${name} <command> --help', or '${name} --help --all' for everything`;
  const names = oftenUsed.filter((known) => builtIn.some((one) => one.name === known));
  const short = {
    ...long,
    ...{ built_in: undefined, variables: undefined },
    ...(direct
      ? { built_in_names: [...names, '…'], options: shortOptionTable(), examples: own.examples?.slice(0, 2) }
      : {
          ...{ usage: `${name} [options] <command> [arguments]`, shelves: undefined },
          ...{ ...shortShelves(builtIn), options: shortOwnOptionTable() },
        }),
    more: [grouped, more].filter(Boolean).join('\n'),
  };
  // On stderr, beside the answer of a script, it is the whole of it.
  const isLong = words.includes('--all') || words.includes('--verbose') || !(io.stdout.isTTY || isPaged(io));
  const toText = (_: unknown, width?: number) => helpText(isLong ? long : short, width);
  return await describe(program, words, io, data, { toText, isHelp: true });
}

/** Of what every program has, what a person may look for. */
const oftenUsed = ['help', 'completion', 'serve', 'repl', 'exec', 'runs', 'audit', 'doctor'];

type Listed = Shelf['commands'][number];

interface OwnCommands {
  readonly commands: readonly Listed[];
  readonly examples?: readonly string[];
  readonly problem?: string;
  readonly error?: unknown;
  /** How to see those that the list has no room for. For people alone, as are the shelves. */
  readonly more?: string | undefined;
  readonly shelves?: readonly Shelf[] | undefined;
}

function ofCmdgate(builtIn: readonly Listed[]): OwnCommands {
  return { commands: [], shelves: shelveOwn(builtIn) };
}

/** Its commands; where they cannot be read, how to find out why. */
function ownOf({ name, lookAt }: Program): OwnCommands {
  try {
    const gate = lookAt?.();
    if (!gate) return { commands: [] };
    const { registry } = gate;
    const help = describeRoot(registry, gate, (command) => gate.mayRun(localCaller, command));
    const { commands, examples, more } = help as {
      readonly commands: readonly Listed[];
      readonly examples: readonly string[];
      readonly more?: string;
    };
    const shelves = shelveByCategory(commands, (command) => registry.root.children.get(command)?.category);
    return {
      commands,
      examples: examples.map((example) => `${name} ${example}`),
      shelves,
      more: more && nameProgram(more, name),
    };
  } catch (error) {
    const { message, details } = loadingProblem(error);
    const each = details.map(({ field, message: what, hint }) =>
      [field && `${field}:`, what, hint].filter(Boolean).join(' '),
    );
    return { commands: [], problem: [`${message}.`, ...each].join('\n'), error };
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
