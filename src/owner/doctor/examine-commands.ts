import { type Check, Checks } from '../../gate/doctor/check.js';
import { checkPrograms } from '../../gate/doctor/check-programs.js';
import { loadingProblem } from '../../gate/opening/loading-problem.js';
import type { Io } from '../../terminal/io.js';
import type { Choice } from '../choice.js';
import type { Program, Workspace } from '../executable.js';

/** Whether the commands can be loaded, and what they say that they need is there. */
export async function examineCommands(program: Program, choice: Choice, io: Io): Promise<readonly Check[]> {
  const checks = new Checks('commands');
  let opened: Workspace;
  try {
    opened = await program.open(choice, io);
  } catch (error) {
    const { message, details, hint } = loadingProblem(error);
    const all = details.map(({ field, message: what }) => `\n${field}: ${what}`).join('');
    checks.fail(`${message}${all}`, hint);
    return checks.list;
  }
  const { gate, refusal } = opened;
  try {
    const commands = gate.registry.commands.filter(({ builtIn }) => !builtIn);
    if (refusal) checks.fail(refusal.message, refusal.hint);
    else checks.ok(`The commands load: ${countWithNames(commands.map(({ path }) => path.join(' ')))}`);
    return [...checks.list, ...checkPrograms(commands, { workspace: gate.workspace, environment: io.environment })];
  } finally {
    await gate.close();
  }
}

function countWithNames(names: readonly string[]): string {
  return names.length === 0 || names.length > mostNamed ? `${names.length}` : `${names.length} (${names.join(', ')})`;
}

const mostNamed = 8;
