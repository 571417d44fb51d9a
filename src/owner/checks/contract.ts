// `cmdgate contract check -- <executable>`: the scorecard of packages/checks for any executable, as a table and as JSON.
import { resolve } from 'node:path';
import { wantsColor } from '../../renderings/text/colors.js';
import { giveReport } from '../../terminal/give-report.js';
import { isForPerson } from '../../terminal/io.js';
import { StatusLine } from '../../terminal/status-line.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { formatOf } from '../../vocabulary/outcome.js';
import type { OwnerCall } from '../owner-command.js';
import { loadChecks } from './load-checks.js';
import { readCasesFile } from './read-cases-file.js';

interface Input {
  readonly executable: readonly string[];
  readonly prefix?: readonly string[];
  readonly cases?: string;
  readonly only?: readonly string[];
}

/** A scorecard is an answer, however low the score: it exits with 0. */
export async function contract({ program, io, input, standard: presentation, refuse }: OwnerCall): Promise<number> {
  const checks = await loadChecks('contract check');
  if (checks instanceof GateError) return await refuse(checks);
  const { requirements } = checks;
  const { executable, prefix = [], cases: file, only } = input as unknown as Input;
  const cases = file === undefined ? {} : await readCasesFile(resolve(io.directory, file), checks.readCases);
  if (cases instanceof GateError) return await refuse(cases);
  const unknown = only?.find((id) => !requirements.some((requirement) => requirement.id === toId(id)));
  if (unknown !== undefined) return await refuse(noRequirement(unknown));

  const status = io.stderr.isTTY ? new StatusLine(io.stderr) : undefined;
  let done = 0;
  try {
    const card = await checks.checkContract({
      ...{ executable, prefix, cases, signal: io.signal, directory: io.directory },
      ...(only && { only: only.map(toId) }),
      onCheck: ({ id, title, status: found }) =>
        status?.show({ done: ++done, total: only?.length ?? requirements.length, message: `${id} ${title}: ${found}` }),
    });
    status?.clear();
    const table = (color: boolean) => checks.renderScorecard(card, { color });
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
    if (error instanceof checks.NotStartedError) {
      const hint = 'Put the program and its first arguments after --, for example: contract check -- node my-tool.mjs';
      return await refuse(
        new GateError('PROGRAM_NOT_FOUND', `The executable cannot be scored: ${error.message}`, { hint }),
      );
    }
    if (!io.signal.aborted) throw error;
    return await refuse(
      new GateError('CANCELED', 'The checks were canceled', { hint: 'Start them again', phase: 'execution' }),
    );
  } finally {
    status?.clear();
  }
}

/** `F-031` as people say it. */
const toId = (id: string) => (id.startsWith('REQ-') ? id : `REQ-${id}`);

function noRequirement(id: string): GateError {
  return new GateError('VALIDATION_ERROR', `Invalid argument: --only (${id} is not a counted requirement)`, {
    hint: 'Use an id such as F-031; docs/contract.md lists all of them',
    details: [{ code: 'INVALID_VALUE', field: '--only', message: 'It must be the id of a requirement', value: id }],
  });
}
