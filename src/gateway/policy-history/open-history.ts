// What a configuration tells about the past: its log, the policy of today, and what people always allow.

import type { Configuration } from '../../configuration/configuration.js';
import type { Environment } from '../../configuration/resolve-secret.js';
import { defaultSearchPath } from '../../execution/process/planning/default-search-path.js';
import { openFileApprovalStore } from '../../ledger/approvals/file-approval-store.js';
import { logDirectory } from '../../ledger/ledger.js';
import { ownDirectory } from '../../ledger/own-directory.js';
import { type AlwaysRules, readAlwaysRules } from '../../policy/rules/always-rules.js';
import { CommandError } from '../../vocabulary/gate-error.js';
import { ownersFiles } from '../open-configured-policy.js';
import { understandCalls } from '../understand-calls.js';
import { type PastRequest, readPastRequests } from './past-requests.js';

export interface PolicyHistory {
  readonly always: AlwaysRules;
  /** "Always" rules that say nothing, and why. */
  readonly warnings: readonly string[];
  /** From the beginning, as often as it is called. */
  read(since: string | undefined): AsyncIterable<PastRequest>;
}

/** Throws a GateError where nothing is recorded. */
export function openPolicyHistory(configuration: Configuration, environment: Environment): PolicyHistory {
  const { ledger, workspace, approvals, programPath } = configuration;
  if (!ledger) {
    throw new CommandError('NO_HISTORY', 'The configuration says that nothing is recorded', {
      hint: 'Remove "audit": false from the configuration; what is asked from then on can be looked at',
      exitCode: 4,
    });
  }
  const warnings: string[] = [];
  const store = openFileApprovalStore({ directory: approvals.directory ?? ownDirectory(workspace) });
  const always = readAlwaysRules({ rules: store.readAlways() }, (path, { message, fix }) =>
    warnings.push(`An "always" rule is left out: ${path.join('.')}: ${message} ${fix}`),
  );
  const searchPath = programPath ?? defaultSearchPath(environment);
  const understandToday = understandCalls({ searchPath, owners: ownersFiles(configuration) });
  const directory = logDirectory(ledger.directory);
  return {
    always,
    warnings,
    read: (since) => readPastRequests({ logDirectory: directory, since, understandToday }),
  };
}
