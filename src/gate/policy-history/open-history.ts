// What a configuration tells about the past: its log, the policy of today, and what people always allow.

import type { Configuration } from '../../configuration/configuration.js';
import type { Environment } from '../../configuration/resolve-secret.js';
import { openFileApprovalStore } from '../../ledger/approvals/file-approval-store.js';
import { ledgerPlaces } from '../../ledger/ledger-places.js';
import { ownDirectory } from '../../ledger/own-directory.js';
import { defaultSearchPath } from '../../planning/default-search-path.js';
import { type AlwaysRules, readAlwaysRules } from '../../policy/rules/always-rules.js';
import { CommandError } from '../../vocabulary/gate-error.js';
import { understandCalls } from '../judging/understand-calls.js';
import { ownersFiles } from '../opening/open-configured-policy.js';
import { findBelieved } from './find-believed.js';
import { type PastRequest, readPastRequests } from './past-requests.js';

export interface HistoryWarning {
  readonly code: 'IGNORED_RULE' | 'NOT_COUNTED';
  readonly message: string;
}

export interface PolicyHistory {
  readonly always: AlwaysRules;
  /** "Always" rules that say nothing, and what of the history does not count, and why. Complete when all is read. */
  readonly warnings: readonly HistoryWarning[];
  /** From the beginning, as often as it is called. */
  read(since: string | undefined): AsyncIterable<PastRequest>;
}

/** Throws a GateError where nothing is recorded. */
export function openPolicyHistory(configuration: Configuration, environment: Environment): PolicyHistory {
  const { ledger, workspace, approvals, programPath, instance } = configuration;
  if (!ledger) {
    throw new CommandError('NO_HISTORY', 'The configuration says that nothing is recorded', {
      hint: 'Remove "audit": false from the configuration; requests from then on are recorded',
      exitCode: 4,
    });
  }
  const warnings: HistoryWarning[] = [];
  const store = openFileApprovalStore({ directory: approvals.directory ?? ownDirectory(workspace) });
  const always = readAlwaysRules({ rules: store.readAlways() }, (path, { message, fix }) =>
    warnings.push({
      code: 'IGNORED_RULE',
      message: `An "always" rule is ignored: ${path.join('.')}: ${message} ${fix}`,
    }),
  );
  const searchPath = programPath ?? defaultSearchPath(environment);
  const understandToday = understandCalls({ searchPath, owners: ownersFiles(configuration) });
  const places = ledgerPlaces(ledger.directory, workspace, instance);
  let believed: ReturnType<typeof findBelieved> | undefined;
  return {
    always,
    warnings,
    async *read(since) {
      believed ??= findBelieved(places, (message) => warnings.push({ code: 'NOT_COUNTED', message }));
      const counts = await believed;
      yield* readPastRequests({ logDirectory: places.log, since, counts, understandToday });
    },
  };
}
