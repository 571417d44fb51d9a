// `cmdgate conformance`: the suite of packages/checks against any server, as a table and as JSON.
import type { ConformanceReport } from 'cmdgate-checks';
import { wantsColor } from '../../renderings/text/colors.js';
import { type Failure, giveReport } from '../../terminal/give-report.js';
import { isForPerson } from '../../terminal/io.js';
import { StatusLine } from '../../terminal/status-line.js';
import { CommandError, GateError } from '../../vocabulary/gate-error.js';
import { formatOf } from '../../vocabulary/outcome.js';
import type { OwnerCall } from '../owner-command.js';
import { readTarget } from '../read-target.js';
import { loadChecks } from './load-checks.js';

/** Exits with 0 when nothing that the specification demands failed, else with 1. */
export async function conformance(call: OwnerCall): Promise<number> {
  const { program, io, input, standard: presentation, refuse } = call;
  const options = readTarget(input, io);
  if (options instanceof GateError) return await refuse(options);
  const checks = await loadChecks('conformance');
  if (checks instanceof GateError) return await refuse(checks);

  const status = io.stderr.isTTY ? new StatusLine(io.stderr) : undefined;
  let done = 0;
  try {
    const report = await checks.runConformance({
      ...options,
      signal: io.signal,
      onCheck: ({ title }) => status?.show({ done: ++done, total: undefined, message: title }),
    });
    status?.clear();
    const table = (color: boolean) => checks.renderReport(report, { color });
    // A program reads the JSON; whoever started it still sees the table.
    const format = formatOf(presentation, isForPerson(io) ? 'text' : 'json');
    if (format !== 'text') io.stderr.write(`${table(wantsColor(io.stderr, io.environment))}\n`);
    const color = wantsColor(io.stdout, io.environment);
    return await giveReport(
      { command: 'conformance', data: { ...report }, failure: failureOf(report), toLines: () => [table(color)] },
      presentation,
      program,
      io,
    );
  } catch (error) {
    const canceled = io.signal.aborted;
    const failure = canceled
      ? new GateError('CANCELED', 'The checks were canceled', { hint: 'Start them again', phase: 'execution' })
      : new CommandError('CONFORMANCE_FAILED', (error as Error).message, { hint: 'Check how the server is started' });
    return await refuse(failure);
  } finally {
    status?.clear();
  }
}

function failureOf({ counts: { failedMust } }: ConformanceReport): Failure | undefined {
  if (failedMust === 0) return undefined;
  return {
    code: 'NOT_CONFORMANT',
    message: `The server does not meet the specification: failed checks: ${failedMust}`,
    hint: 'The result lists every check, with what was found and what was expected',
  };
}
