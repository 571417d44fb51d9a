import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { ledgerDirectoryOf } from '../../gate/opening/remember-in.js';
import { usualStateDirectory } from '../../ledger/own-directory.js';
import type { Choice } from '../../owner/choice.js';
import { placesOf } from '../../owner/find-ledger.js';
import type { Store } from '../../owner/store.js';
import { chooseContext } from './contexts.js';
import type { RunCliOptions } from './run-cli.js';

/** Where a user's own executable records, as its author says. Throws a GateError when there is no such context. */
export function findOwnStore(options: RunCliOptions, { context, instance }: Choice): Store {
  const { settings, refusal } = chooseContext(options, context);
  if (refusal) throw refusal;
  const { audit, workspace = process.cwd() } = settings;
  const directory = ledgerDirectoryOf(settings, usualStateDirectory());
  if (directory === undefined) return { kind: 'nowhere' };
  const ledger = placesOf(realpathSync(workspace), directory, instance);
  return { kind: 'ledger', ledger, copy: audit && resolve(audit.file) };
}
