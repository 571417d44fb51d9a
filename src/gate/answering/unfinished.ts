// The answers to requests whose run goes on: it was sent to the background, or takes longer than its door can wait.

import { defaultPreviewBytes } from '../../configuration/keys/limits.js';
import { type Outcome, snapshot } from '../../vocabulary/outcome.js';
import type { StreamName } from '../../vocabulary/program.js';
import type { Run } from '../run/run.js';
import type { KnownRun } from '../run/run-book.js';

/** How far it is, for a caller who cannot wait longer. */
export async function describeUnfinished(run: Run, known: KnownRun): Promise<Outcome> {
  const { runId, state, approvalId, output } = known;
  const fed = isFed(run);
  const previewBytes = run.running?.previewBytes || defaultPreviewBytes;
  // What cannot be read now may be read later; that it runs has to be told in any case.
  const preview = async (stream: StreamName) => output?.preview(stream, previewBytes);
  const [stdout, stderr] = await Promise.all([
    preview('stdout').catch(() => undefined),
    preview('stderr').catch(() => undefined),
  ]);
  const listening = known.listening();
  if (listening.ports && isAlone(run)) run.warn('NOT_REACHABLE', notReached);
  const data = {
    run: runId,
    state,
    ...(approvalId !== undefined && { waits_for_approval: approvalId }),
    ...(stdout && { stdout: stdout.text }),
    ...(stderr && { stderr: stderr.text }),
    ...listening,
    duration_ms: Math.round(performance.now() - run.startedAt),
    next: `runs wait ${runId}`,
    ...(fed && { stdin: 'open' }),
    more: [...(fed ? [`runs write ${runId}`] : []), `runs output ${runId}`, `runs cancel ${runId}`],
  };
  return completedWith(run, data);
}

/** Whether what is on its ports is in a network of its own. In the background it would share one. */
function isAlone({ isSandboxed, network }: Run): boolean {
  return isSandboxed && network !== 'open';
}

const notReached =
  'Later calls may not be able to reach this server, because it was not started in the background. Cancel it and start it again with "background": true.';

/** What whoever started it gets at once. The run goes on: what is told of it now must not change afterwards. */
export function startedInBackground(run: Run, known: KnownRun, published: readonly number[] = []): Outcome {
  const { runId, state } = known;
  const fed = isFed(run) && { stdin: 'open', more: [`runs write ${runId}`] };
  const reached = published.length > 0 && { published: published.map((port) => `127.0.0.1:${port}`) };
  return completedWith(run, { run: runId, state, next: `runs wait ${runId}`, ...reached, ...fed });
}

/** Whether it waits for what its caller writes: the caller has to be told how. */
function isFed({ plan }: Run): boolean {
  return plan?.stdin === 'open';
}

function completedWith(run: Run, data: Readonly<Record<string, unknown>>): Outcome {
  return {
    status: 'completed',
    json: JSON.stringify(data),
    data,
    message: undefined,
    truncated: undefined,
    run: snapshot(run),
  };
}
