// Whoever can write the gate's own files decides what it does, and what it remembers.

import { join } from 'node:path';
import type { Configuration } from '../../configuration/configuration.js';
import { logDirectory, outputDirectory } from '../../ledger/ledger.js';
import { TrustStore } from '../../ledger/trust/trust-store.js';
import { type Exposure, findExposures } from '../../machine/files/exposure.js';
import { type Check, Checks } from './check.js';
import type { Subject } from './subject.js';

export function checkPermissions(subject: Subject): readonly Check[] {
  const checks = new Checks('permissions');
  const { file, configuration, exposures: ofFile, ledger, approvals, witness, keyFile, workspace } = subject;
  const own = [
    ledger,
    logDirectory(ledger),
    outputDirectory(ledger, workspace),
    approvals,
    join(approvals, 'always.json'),
    witness,
    keyFile,
  ];
  const paths = [...(file === undefined ? [] : [file]), ...filesOf(configuration), ...own];
  const exposures = new Map<string, Exposure>();
  for (const exposure of [...ofFile, ...paths.flatMap(findExposures)]) exposures.set(exposure.path, exposure);
  for (const { kind, message, fix } of exposures.values()) {
    if (kind === 'written') checks.fail(message, fix);
    else checks.warn(message, fix);
  }
  for (const { path, why } of new TrustStore(workspace).listDistrusted()) {
    checks.fail(`${path} is not trusted. ${why}`, `Review it. If it is as you want it, run: cmdgate trust ${path}`);
  }
  if (exposures.size === 0) {
    checks.ok(
      'Only you can write to the configuration, the policy, the handles, the commands, the ledger and approvals',
    );
  }
  return checks.list;
}

function filesOf(configuration: Configuration | undefined): readonly string[] {
  if (!configuration) return [];
  const { commandFiles, handles, policy } = configuration;
  const rules = policy && 'file' in policy ? [policy.file] : [];
  return [...rules, ...commandFiles, ...handles.flatMap(({ files }) => files)];
}
