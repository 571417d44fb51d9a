import { helpText } from '../../registry/help-text.js';
import { usageLine } from '../../registry/usage.js';
import { completedAtTheDoor } from '../../vocabulary/outcome.js';
import type { Io } from './io.js';
import { ownCommands } from './own-commands.js';
import type { Program } from './program.js';
import { writeAnswer } from './write-answer.js';

/** What the program itself can do. Reads no configuration: it has to work where that is broken. */
export async function describeProgram(program: Program, io: Io): Promise<number> {
  const { name, description, direct, version } = program;
  const commands = [...ownCommands().values()]
    .filter(({ path }) => !(direct && path[0] === 'conformance'))
    .map((command) => ({ name: usageLine(command), description: command.description }));
  const data = {
    command: name,
    description,
    usage: direct ? `${name} <command> [arguments]` : `${name} [--config FILE] [--caller NAME] <command> [arguments]`,
    commands,
    more: `Run '${name} help' for the commands of ${direct ? name : 'the workspace'}`,
  };
  const outcome = completedAtTheDoor(data, name);
  return await writeAnswer(outcome, { version, directory: io.directory, toText: helpText }, io);
}
