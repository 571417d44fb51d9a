import { instancesIn } from '../../ledger/own-directory.js';
import type { Report } from '../../terminal/give-report.js';
import { terminalSafeLine } from '../../vocabulary/terminal-safe.js';
import type { FoundLedger } from '../find-ledger.js';
import { findRequests, isWorthAnIndex } from './find-requests.js';
import { formatRequests } from './format-requests.js';
import { listRequests, type RequestFilter, type RequestRow } from './list-requests.js';

interface Wanted {
  readonly limit: number;
  readonly filter: RequestFilter;
}

/** The newest requests that the filter lets through. */
export async function reportRequests(ledger: FoundLedger, wanted: Wanted, signal: AbortSignal): Promise<Report> {
  const { directory } = ledger;
  const found = await readRequests(ledger, wanted, signal);
  // Whoever looks here should know that there is more to look at.
  const instances = instancesIn(directory);
  const requests = found.slice(0, wanted.limit);
  const more = found.length > wanted.limit;
  return {
    command: 'audit list',
    data: { ledger: directory, ...(instances.length > 0 && { instances }), requests, more },
    toLines: (colors, width) => {
      if (requests.length === 0) return [`No matching requests in the ledger ${terminalSafeLine(directory)}`];
      const wider = `There are more: --limit ${wanted.limit * 10}, or --until ${requests.at(-1)?.at}`;
      return [...formatRequests(requests, width, colors), ...(more ? [colors.dim(wider)] : [])];
    },
  };
}

/** The same whether the index is there or not; it only takes longer without. */
async function readRequests(
  ledger: FoundLedger,
  { filter, limit }: Wanted,
  signal: AbortSignal,
): Promise<readonly RequestRow[]> {
  const known = isWorthAnIndex(filter) ? await findRequests(ledger, filter, limit, signal) : undefined;
  if (known) return known;
  const found: RequestRow[] = [];
  for await (const row of listRequests(ledger.log, filter)) {
    found.push(row);
    if (found.length > limit) break;
  }
  return found;
}
