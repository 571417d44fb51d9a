// `cmdgate contract check -- <executable>`: the scorecard of src/contract for any executable, as a table and as JSON.
import { checkContract, NotStartedError } from '../../contract/check-contract.js';
import { renderScorecard } from '../../contract/render-scorecard.js';
import { requirements } from '../../contract/requirements.js';
import { wantsColor } from '../../renderings/text/colors.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { failedAtTheDoor, formatOf } from '../../vocabulary/outcome.js';
import { StatusLine } from '../terminal/status-line.js';
import { giveReport } from './give-report.js';
import { type Io, isForPerson } from './io.js';
import { readOwnArguments } from './own-commands.js';
import type { Program } from './program.js';
import { writeAnswer } from './write-answer.js';

interface Input {
  readonly executable: readonly string[];
  readonly prefix?: readonly string[];
}

/** A scorecard is an answer, however low the score: it exits with 0. */
export async function contract(words: readonly string[], program: Program, io: Io): Promise<number> {
  const refuse = (error: GateError) =>
    writeAnswer(failedAtTheDoor(error, 'contract'), { version: program.version, directory: io.directory }, io);
  const read = readOwnArguments('contract', words);
  if (read instanceof GateError) return await refuse(read);
  const { executable, prefix = [] } = read.input as unknown as Input;

  const status = io.stderr.isTTY ? new StatusLine(io.stderr) : undefined;
  let done = 0;
  try {
    const card = await checkContract({
      ...{ executable, prefix, signal: io.signal },
      onCheck: ({ title }) => status?.show({ done: ++done, total: requirements.length, message: title }),
    });
    status?.clear();
    const table = (color: boolean) => renderScorecard(card, { color });
    const presentation = read.standard ?? {};
    const format = formatOf(presentation, isForPerson(io) ? 'text' : 'json');
    // A program reads the JSON; whoever started it still sees the table.
    if (format !== 'text') io.stderr.write(`${table(wantsColor(io.stderr, io.environment))}\n`);
    const color = wantsColor(io.stdout, io.environment);
    return await giveReport(
      { command: 'contract', data: { ...card }, toLines: () => [table(color)] },
      presentation,
      program,
      io,
    );
  } catch (error) {
    if (error instanceof NotStartedError) {
      const hint = 'Give the program and its first words after --, as in: contract check -- node my-tool.mjs';
      return await refuse(new GateError('PROGRAM_NOT_FOUND', `It cannot be started: ${error.message}`, { hint }));
    }
    if (!io.signal.aborted) throw error;
    return await refuse(
      new GateError('CANCELED', 'The checks were canceled', { hint: 'Start them again', phase: 'execution' }),
    );
  } finally {
    status?.clear();
  }
}
