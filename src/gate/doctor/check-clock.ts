// The clock dates what is recorded, and decides when approvals expire.

import { logDirectory } from '../../ledger/ledger.js';
import { tailLedger } from '../../ledger/log/tail-ledger.js';
import { type Check, Checks } from './check.js';
import type { Subject } from './subject.js';

/** Before this, nothing of this version existed. */
const earliest = Date.parse('2025-01-01T00:00:00Z');
const latest = Date.parse('2100-01-01T00:00:00Z');

/** Gates that write at the same moment differ by less. */
const toleranceMs = 5_000;

/** So many of the newest entries are looked at. */
const mostEntries = 5_000;

export async function checkClock({ ledger, now }: Subject): Promise<readonly Check[]> {
  const checks = new Checks('clock');
  const today = new Date(now).toISOString();
  const fix = 'Set the clock, and keep it synchronized (timedatectl set-ntp true)';
  if (now < earliest || now > latest) checks.fail(`Clock: ${today}, which is impossible`, fix);
  const { newest, setBack } = await readTimes(logDirectory(ledger));
  if (newest !== undefined && newest > now + toleranceMs) {
    const entry = new Date(newest).toISOString();
    checks.fail(`Clock: ${today}, before the newest entry in the log (${entry}): it was set back`, fix);
  }
  if (setBack) {
    const what = `The clock was set back by ${Math.round(setBack.byMs / 1_000)} s around ${setBack.at}: times in the log before and after cannot be compared`;
    checks.warn(what, 'Nothing to do: the order of entries does not depend on the clock');
  }
  if (checks.list.length === 0) checks.ok(`Clock: ${today} (consistent with the log)`);
  return checks.list;
}

interface Times {
  readonly newest: number | undefined;
  readonly setBack: { readonly at: string; readonly byMs: number } | undefined;
}

async function readTimes(log: string): Promise<Times> {
  let newest: number | undefined;
  let setBack: Times['setBack'];
  let count = 0;
  /** Of each gate, when the entry was written that follows the one that is looked at. */
  const following = new Map<string, number>();
  for await (const { entry } of tailLedger(log)) {
    const time = Date.parse(entry.at);
    const after = following.get(entry.gate) ?? Number.POSITIVE_INFINITY;
    if (time > after + toleranceMs) setBack ??= { at: entry.at, byMs: time - after };
    following.set(entry.gate, time);
    newest = Math.max(newest ?? time, time);
    if (++count >= mostEntries) break;
  }
  return { newest, setBack };
}
