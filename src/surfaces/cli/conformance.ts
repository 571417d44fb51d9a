// `cmdgate conformance`: the suite of packages/checks against any server, as a table and as JSON.
import type { ConformanceOptions, ConformanceReport } from 'cmdgate-checks';
import { tokenize } from '../../command-line/tokenize.js';
import { resolveSecret } from '../../configuration/resolve-secret.js';
import { wantsColor } from '../../renderings/text/colors.js';
import { CommandError, GateError } from '../../vocabulary/gate-error.js';
import { formatOf } from '../../vocabulary/outcome.js';
import { StatusLine } from '../terminal/status-line.js';
import { type Failure, giveReport } from './give-report.js';
import { type Io, isForPerson } from './io.js';
import { loadChecks } from './load-checks.js';
import type { OwnerCall } from './owner/owner-command.js';

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
    message: `The server does not do what the specification demands: failed checks: ${failedMust}`,
    hint: 'The result lists every check, with what was seen and what was expected',
  };
}

/** Which server is meant; a token is fetched where it is kept. */
export function readTarget(input: Readonly<Record<string, unknown>>, io: Io): ConformanceOptions | GateError {
  const { command, url, token, 'audit-file': auditFile } = input as Record<string, string | undefined>;
  const wrong = (message: string, hint: string) =>
    new GateError('VALIDATION_ERROR', `Invalid argument: ${message}`, { hint });
  if ((command === undefined) === (url === undefined)) {
    return wrong('give either --command or --url', 'Use --command "node server.js" or --url http://127.0.0.1:8420/mcp');
  }
  const target: { -readonly [K in keyof ConformanceOptions]: ConformanceOptions[K] } = {};
  if (auditFile !== undefined) target.auditFile = auditFile;
  if (url !== undefined) target.url = url;
  if (command !== undefined) {
    const words = tokenize(command);
    if (!Array.isArray(words) || words.length === 0) return wrong('--command cannot be read', 'Check its quotes');
    target.command = words;
  }
  if (token !== undefined) {
    if (!/^(?:env|file):./.test(token))
      return wrong('--token is written out', 'Use env:NAME or file:path, so that it is not in the process list');
    const resolved = resolveSecret(token, io.directory, io.environment);
    if (!resolved.ok) return wrong(resolved.message, resolved.fix);
    target.token = resolved.secret.reveal();
  }
  return target;
}
