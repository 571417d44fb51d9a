// `cmdgate policy replay <file>`: what another policy would have decided.

import { resolve } from 'node:path';
import { loadConfiguredPolicy } from '../../gate/opening/load-configured-policy.js';
import { type Replay, replayPolicy } from '../../gate/policy-history/replay-policy.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { completedAtTheDoor } from '../../vocabulary/outcome.js';
import type { OwnerCall } from '../owner-command.js';
import { readTime } from '../read-time.js';
import { answerFromHistory, type HistoryAnswer, type HistoryUse } from './answer-from-history.js';
import { replayText } from './replay-text.js';

/** Unless somebody asks for more: programs get all of it. */
const shownRows = 20;

/** Resolves to the exit code. */
export async function replay(call: OwnerCall): Promise<number> {
  const { 'fail-on': failOn, ...wanted } = call.input as unknown as Omit<Wanted, 'failOn'> &
    Pick<Record<string, Wanted['failOn']>, 'fail-on'>;
  const since = wanted.since === undefined ? undefined : readTime(wanted.since, Date.now());
  return await answerFromHistory(call, 'policy replay', (use) => replayWith({ ...wanted, since, failOn }, use));
}

interface Wanted {
  readonly file: string;
  readonly since?: string | undefined;
  readonly limit?: number | undefined;
  readonly failOn?: 'stricter' | 'looser' | 'any' | undefined;
}

async function replayWith(
  { file, since, limit, failOn }: Wanted,
  { configuration, history, io }: HistoryUse,
): Promise<HistoryAnswer> {
  const policy = await loadConfiguredPolicy({ ...configuration, policy: { file: resolve(io.directory, file) } });
  const found = await replayPolicy(history.read(since), policy, history.always);
  const data = limit === undefined ? found : shortened(found, limit);
  const fails =
    (found.stricter > 0 && (failOn === 'stricter' || failOn === 'any')) ||
    (found.looser > 0 && (failOn === 'looser' || failOn === 'any'));
  return {
    outcome: completedAtTheDoor(data, 'policy replay'),
    toText: () => replayText(shortened(data, limit ?? shownRows)),
    ...(fails && { failure: decidesOtherwise(data) }),
  };
}

/** What was asked for: a policy that may not change anything does. */
function decidesOtherwise(data: Replay): GateError {
  const message = `The policy decides differently: ${data.stricter} stricter, ${data.looser} looser`;
  const hint = 'The result lists the requests and the rules';
  return new GateError('POLICY_DIFFERS', message, { hint, phase: 'execution', exitCode: 1, result: { ...data } });
}

function shortened(replay: Replay, rows: number): Replay {
  const changes = replay.changes.slice(0, rows);
  const untold = replay.untold_requests.slice(0, rows);
  const gone = [...replay.changes.slice(rows), ...replay.untold_requests.slice(rows)];
  const left_out = gone.reduce((sum, { times }) => sum + times, replay.left_out);
  return { ...replay, changes, untold_requests: untold, left_out };
}
