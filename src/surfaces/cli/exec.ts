// `exec`: a plan of JSON lines, one answer line each.

import { resolve } from 'node:path';
import { blockedGraceMs, startWatchdog } from '../../execution/handler/watchdog.js';
import { canceled, timedOut } from '../../gate/refusals.js';
import { openSession } from '../../gate/session.js';
import type { GateCall } from '../../owner/owner-command.js';
import { renderEnvelopeWith } from '../../renderings/envelope.js';
import { maskCredentials } from '../../renderings/mask-credentials.js';
import { colors, wantsColor } from '../../renderings/text/colors.js';
import { answerOnExit } from '../../terminal/answer-on-exit.js';
import type { Io } from '../../terminal/io.js';
import { logLine } from '../../terminal/log-line.js';
import { traceIdOf } from '../../terminal/own-variables.js';
import { signalsSeen } from '../../terminal/signals-seen.js';
import { StreamWriter } from '../../terminal/stream-writer.js';
import { endUndelivered } from '../../terminal/undelivered.js';
import type { Input } from '../../vocabulary/command.js';
import type { RunEvent } from '../../vocabulary/event.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { failedAtTheDoor } from '../../vocabulary/outcome.js';
import { terminalSafeJson } from '../../vocabulary/terminal-safe.js';
import { metaJson } from '../exec/answer-meta.js';
import { AnswerWriter } from '../exec/answer-writer.js';
import type { Tally } from '../exec/dispatcher.js';
import type { ChunkSource } from '../exec/input/chunk-source.js';
import { FileSource } from '../exec/input/file-source.js';
import { StreamSource } from '../exec/input/stream-source.js';
import { textSource } from '../exec/input/text-source.js';
import { emptyStream, inputFileUnreadable, stdinRequired } from '../exec/refusals.js';
import { runPlan } from '../exec/run-plan.js';
import { askAtTerminal, confirmAtTerminal } from './ask-at-terminal.js';
import { configSources } from './config-sources.js';
import { offerFix } from './offer-fix.js';
import { oneAtATime } from './one-at-a-time.js';
import { toShellLine } from './shell-line.js';
import { withStrayOutput } from './with-stray-output.js';

/** What a pipe can carry. */
const responseBytes = 64 * 1024 * 1024;

export async function exec(use: GateCall): Promise<number> {
  const { program, workspace, caller, io, input, standard, refuse } = use;
  const { gate } = workspace;
  const _facts = { version: program.version, directory: io.directory };
  const first = input['resume-from'] as number;
  const source = await openSource(input, program.name, io);
  if (source instanceof GateError) return await refuse(source);

  // What still comes is taken in while nobody reads the answers: it may be the same one who does both.
  const writer = new AnswerWriter(io.stdout, (isBlocked) => {
    if (source instanceof StreamSource) source.takeAll(isBlocked);
  });
  const traceId = traceIdOf(io);
  const envelope = {
    ...{ toolVersion: gate.version, directory: io.directory, traceId },
    offerFix: offerFix(gate.registry, toShellLine(use)),
    ...(await configSources(workspace, io)),
  };
  const unmasks = input.unmask === true;
  const limitMs = gate.longestTimeoutMs;
  let giveUp: (why: (changes: boolean) => GateError) => void = () => undefined;
  const watchdog = startWatchdog(limitMs + blockedGraceMs, {
    timeout: { line: '', exitCode: 1 },
    // Lines that have ended are answered as they ended, and the one that computes as what it is.
    collect: (cause) => {
      const exitCode = cause === 'timeout' ? 1 : cause === 'SIGINT' ? 130 : 143;
      giveUp((changes) =>
        cause === 'timeout' ? timedOut(limitMs, { changes }) : canceled('execution', changes).withExitCode(exitCode),
      );
      return { line: writer.takeUnsent(), exitCode };
    },
  });
  const lastLine = (error: GateError) => {
    const json = renderEnvelopeWith(failedAtTheDoor(error, 'exec'), envelope, metaJson({ _cmd: null, _line: null }));
    return { line: `${json}\n`, exitCode: 1 };
  };
  const callOff = answerOnExit('A line of the plan', lastLine, io);
  const tally = await runPlan(
    source,
    {
      take: (given, meta) => {
        // Of lines that run at the same time nobody knows which one printed.
        const outcome = input.parallel === 1 ? withStrayOutput(given, io) : given;
        const shown = unmasks ? outcome : maskCredentials(outcome);
        const json = renderEnvelopeWith(shown, envelope, metaJson(meta));
        writer.add(io.stdout.isTTY ? terminalSafeJson(json) : json);
        // A later line takes what there is, not what is shown of it.
        return shown === outcome ? json : renderEnvelopeWith(outcome, envelope, metaJson(meta));
      },
      pause: () => writer.pause(),
      get hasFailed() {
        return writer.hasFailed;
      },
    },
    {
      gate,
      first,
      whole: input.plan === true,
      door: 'cli',
      caller,
      session: openSession(gate.workspace, io.directory),
      ignoreErrors: input['ignore-errors'] === true,
      dryRun: input['dry-run'] === true,
      validateOnly: standard.validateOnly === true,
      parallel: input.parallel as number,
      unordered: input.unordered === true,
      signal: io.signal,
      onStart: (given) => {
        giveUp = given;
      },
      responseBytes,
      traceId,
      askPerson: oneAtATime(program.direct ? confirmAtTerminal(io, gate.registry) : askAtTerminal(io)),
      onEvent: (event) => logEvent(event, io),
    },
  );
  await writer.flush();
  await signalsSeen();
  watchdog.stop();
  callOff();
  if (tally.succeeded + tally.failed === 0 && tally.end === 'end-of-plan') {
    return await refuse(io.signal.aborted ? canceled('validation') : emptyStream(first));
  }
  if (io.stderr.isTTY && input.quiet !== true) await new StreamWriter(io.stderr).write(summary(tally, first));
  return writer.failure ? endUndelivered(writer.failure, io) : exitCodeOf(tally, io);
}

async function openSource(given: Input, name: string, io: Io): Promise<ChunkSource | GateError> {
  const { input: text, 'input-file': file } = given;
  if (typeof text === 'string') return textSource(text);
  if (typeof file === 'string' && file !== '-') {
    return await FileSource.open(resolve(io.directory, file)).catch(inputFileUnreadable);
  }
  return io.stdin.isTTY ? stdinRequired(name) : new StreamSource(io.stdin);
}

/** Off a terminal only what a handler warns of, and why it failed. */
function logEvent(event: RunEvent, { stderr, environment }: Io): void {
  if (event.type !== 'log') return;
  if (!stderr.isTTY && (event.level === 'info' || event.level === 'debug')) return;
  stderr.write(logLine(event, colors(wantsColor(stderr, environment))));
}

/** 2 only where no line was a request, or one of them could not run: nothing can have happened. */
function exitCodeOf({ succeeded, failed, malformed, end }: Tally, { signal }: Io): number {
  // Also one that came with the last answer: whoever sent it waits for the code of a signal.
  if (end === 'signal' || signal.aborted) return signal.reason === 'SIGTERM' ? 143 : 130;
  if (failed === 0) return 0;
  return end === 'not-begun' || (succeeded === 0 && failed === malformed) ? 2 : 1;
}

function summary({ succeeded, failed, firstFailed, remaining, end }: Tally, first: number): string {
  const parts = [
    `${succeeded} done`,
    ...(failed > 0 ? [`${failed} failed${firstFailed === undefined ? '' : `, the first at line ${firstFailed}`}`] : []),
    ...(remaining ? [`${remaining} not run`] : []),
  ];
  const next = end === 'failure' && firstFailed !== undefined && firstFailed >= first;
  const hint = next ? `; continue there with --resume-from ${firstFailed}` : '';
  return `exec: ${parts.join('; ')}${hint}\n`;
}
