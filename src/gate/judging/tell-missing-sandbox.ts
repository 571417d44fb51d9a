// Tells the first answer of a session that nothing holds its programs, and how to change that. It is the reason for most
// of the questions that follow.

import type { Session } from '../../vocabulary/request.js';
import type { Run } from '../run/run.js';

export const noSandbox = 'NO_SANDBOX';

const told = new WeakSet<Session>();

export function tellMissingSandbox(run: Run): void {
  const { planned, session } = run;
  const missingSandbox = planned?.missingSandbox;
  if (!missingSandbox || told.has(session)) return;
  told.add(session);
  const { reason, remedy } = missingSandbox;
  run.warn(
    noSandbox,
    `There is no sandbox here: ${reason} Only a small set of calls runs without asking a person. With a sandbox, most calls need no approval; the owner can get one: ${remedy}.`,
  );
}
