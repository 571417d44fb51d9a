import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Choice } from '../../owner/choice.js';
import { placesOf } from '../../owner/find-ledger.js';
import type { Store } from '../../owner/store.js';
import { chooseContext } from './contexts.js';
import type { RunCliOptions } from './run-cli.js';

/** Where a user's own executable records, as its author says. Throws a GateError when there is no such context. */
export function findOwnStore(options: RunCliOptions, { context, instance }: Choice): Store {
  const { settings, refusal } = chooseContext(options, context);
  if (refusal) throw refusal;
  const { ledger, audit, workspace = process.cwd() } = settings;
  if (ledger) {
    return { kind: 'ledger', ledger: placesOf(realpathSync(workspace), resolve(ledger.directory), instance) };
  }
  return audit ? { kind: 'file', file: resolve(audit.file) } : { kind: 'nowhere' };
}
