import { join } from 'node:path';
import { blockedGraceMs, startWatchdog } from '../../execution/handler/watchdog.js';
import { isStartedByGate } from '../../execution/process/keeper/is-started-by-gate.js';
import { openSession } from '../../gate/session.js';
import { ownDirectory } from '../../ledger/own-directory.js';
import type { GateCall } from '../../owner/owner-command.js';
import { wantsColor } from '../../renderings/text/colors.js';
import { isForPerson } from '../../terminal/io.js';
import { CommandError } from '../../vocabulary/gate-error.js';
import { runRepl } from '../repl/run-repl.js';

/** `cmdgate repl`: on a terminal, or with `--stdin` from a pipe. */
export async function repl({
  program,
  workspace,
  caller,
  choice,
  io,
  input,
  standard,
  refuse,
}: GateCall): Promise<number> {
  const { gate } = workspace;
  const stdinMode = input.stdin === true;
  const terminal = io.stdin.isTTY === true && io.stdout.isTTY === true;
  if (!stdinMode && !terminal) {
    return await refuse(
      new CommandError('INTERACTIVE_REQUIRED', 'repl needs a terminal', {
        hint: `Use '${program.name} repl --stdin' to read commands from a pipe, one a line`,
        exitCode: 4,
      }),
    );
  }
  const watchdog = startWatchdog(gate.longestTimeoutMs + blockedGraceMs);
  const exitCode = await runRepl({
    gate,
    caller,
    session: openSession(gate.workspace, io.directory),
    input: io.stdin,
    output: io.stdout,
    errorOutput: io.stderr,
    terminal,
    mayApprove: terminal && !isStartedByGate(),
    stdinMode,
    historyFile: join(ownDirectory(gate.workspace, choice.instance), 'history'),
    format: standard.format ?? (isForPerson(io) ? 'text' : 'json'),
    color: wantsColor(io.stdout, io.environment),
    signal: io.signal,
  });
  watchdog.stop();
  return exitCode;
}
