import { terminalSafeLine } from '../../../renderings/text/terminal-safe.js';
import type { Report } from '../give-report.js';
import type { FoundLedger } from './find-ledger.js';
import { formatRequests } from './format-requests.js';
import { listRequests, type RequestFilter, type RequestRow } from './list-requests.js';

/** The newest requests that the filter lets through. */
export async function reportRequests(
  { directory, log }: FoundLedger,
  { limit, filter }: { readonly limit: number; readonly filter: RequestFilter },
): Promise<Report> {
  const requests: RequestRow[] = [];
  let more = false;
  for await (const row of listRequests(log, filter)) {
    if (requests.length === limit) {
      more = true;
      break;
    }
    requests.push(row);
  }
  return {
    command: 'audit list',
    data: { ledger: directory, requests, more },
    toLines: (colors, width) => {
      if (requests.length === 0) return [`No such request in the ledger ${terminalSafeLine(directory)}`];
      const rest = more ? [colors.dim(`There are more: --limit ${limit * 10}, or --until ${requests.at(-1)?.at}`)] : [];
      return [...formatRequests(requests, width, colors), ...rest];
    },
  };
}
