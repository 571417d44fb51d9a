import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSearchPath } from '../../execution/process/planning/default-search-path.js';
import { type Check, Checks } from './check.js';
import type { Subject } from './subject.js';

/** Nothing is held by it yet, and nobody should think so. */
export function checkSandbox({ environment }: Subject): readonly Check[] {
  const checks = new Checks('sandbox');
  const found = defaultSearchPath(environment)
    .map((directory) => join(directory, 'bwrap'))
    .find((path) => existsSync(path));
  const bubblewrap = found ? `bubblewrap is there (${found}), and not used by this version` : 'bubblewrap is not there';
  checks.warn(
    `Programs run with all rights of this user, without a sandbox: ${bubblewrap}`,
    'Let the policy allow only what agents need, or run the gate in a container',
  );
  return checks.list;
}
