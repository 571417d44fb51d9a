// The index follows the log and can be made anew from it: nothing in here is lost with it.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Connections } from '../../ledger/index/postgresql/connections.js';
import { logDirectory } from '../../ledger/ledger.js';
import { LedgerDirectory } from '../../ledger/log/ledger-directory.js';
import { type Check, Checks } from './check.js';
import { compareIndex, howToMakeAgain } from './compare-index.js';
import type { Subject } from './subject.js';

const answerMs = 5_000;

export async function checkIndex({ configuration, ledger }: Subject): Promise<readonly Check[]> {
  const checks = new Checks('store');
  const url = configuration?.ledger ? configuration.ledger.url : undefined;
  if (url !== undefined) {
    await checkDatabase(url.reveal(), checks);
    return checks.list;
  }
  const written = newestTime(join(ledger, 'index'));
  const logged = newestLogTime(ledger);
  if (written === undefined) {
    if (logged !== undefined) checks.ok("There is no index yet: the first 'runs list' builds it from the log");
  } else if (logged !== undefined && written < logged) {
    checks.ok("The index is behind the log: the next 'runs list' catches up");
  } else {
    checks.ok('The index exists');
  }
  await checkRows(ledger, checks);
  return checks.list;
}

/** A sample of them: 'audit verify --index all' compares them all. */
async function checkRows(ledger: string, checks: Checks): Promise<void> {
  const compared = await compareIndex(ledger, 'sample');
  const first = compared?.problems[0];
  if (!compared || (compared.runs === 0 && !first)) return;
  if (!first) checks.ok(`Indexed runs compared with the log: ${compared.runs}`);
  else checks.fail(`The index disagrees with the log: ${first.message}`, howToMakeAgain(ledger));
}

/** Its address may hold a password, and errors may repeat it: neither is shown. */
async function checkDatabase(url: string, checks: Checks): Promise<void> {
  const fix = 'Check ledger.url, that the server is running, and that it accepts connections from this machine';
  try {
    const connections = await Connections.to(url);
    try {
      const { rows } = await connections.use(
        (ask) => ask(`SELECT current_setting('server_version') AS version`),
        answerMs,
      );
      checks.ok(`The index is in PostgreSQL ${rows[0]?.version}, which is reachable`);
    } finally {
      await connections.end();
    }
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    const why = typeof code === 'string' ? ` (${code})` : '';
    checks.fail(`PostgreSQL, which has the index, cannot be used${why}: runs are recorded but cannot be listed`, fix);
  }
}

function newestLogTime(ledger: string): number | undefined {
  const places = new LedgerDirectory(logDirectory(ledger));
  const times = places.listChains().flatMap((gate) => newestTime(places.chain(gate)) ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}

function newestTime(directory: string): number | undefined {
  try {
    const times = readdirSync(directory).map((name) => statSync(join(directory, name)).mtimeMs);
    return times.length === 0 ? undefined : Math.max(...times);
  } catch {
    return undefined;
  }
}
