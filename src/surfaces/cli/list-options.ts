// What is in force in a user's own executable: what its author set, what a context put in its place, and the rest.

import { resolve } from 'node:path';
import { defaultLimits, type Limits } from '../../gate/limits.js';
import { ledgerDirectoryOf } from '../../gate/opening/remember-in.js';
import { ofInstance, usualStateDirectory } from '../../ledger/own-directory.js';
import type { Choice } from '../../owner/choice.js';
import type { Setting } from '../../owner/setting.js';
import type { Io } from '../../terminal/io.js';
import { redacted } from '../../vocabulary/look-alikes.js';
import { type CliContext, chooseContext } from './contexts.js';
import { listSettingsFiles } from './list-settings-files.js';
import type { LoadedOptions } from './run-cli.js';

/** Throws a GateError when there is no such context. */
export function listOptions(
  options: LoadedOptions,
  { context, instance, config }: Choice,
  { environment }: Pick<Io, 'environment'>,
): readonly Setting[] {
  const { settings, refusal } = chooseContext(options, context);
  if (refusal) throw refusal;
  const changed = (context === undefined ? undefined : options.contexts?.[context]) ?? {};
  const sourceOf = (key: keyof CliContext) => (Object.hasOwn(changed, key) ? `context ${context}` : 'program');
  const { workspace, allow, deny, audit, limits } = settings;
  return [
    show('name', options.name, undefined, 'program'),
    show('version', options.version, '0.0.0', 'program'),
    show('strict', options.strict, false, 'program'),
    show('sandbox', options.sandbox, 'off', 'program'),
    show('workspace', workspace && resolve(workspace), process.cwd(), sourceOf('workspace')),
    show('allow', allow, 'everything', sourceOf('allow')),
    show('deny', deny, [], sourceOf('deny')),
    ...listLimits(limits ?? {}, sourceOf('limits')),
    show('audit.file', audit && resolve(audit.file), 'none', sourceOf('audit')),
    ...listLedger(settings, instance, sourceOf('ledger')),
    ...(config === false ? [] : listSettingsFiles({ ...options, ...settings }, environment)),
  ];
}

function show(key: string, value: unknown, usual: unknown, source: string): Setting {
  return value === undefined ? { key, value: usual, source: 'default' } : { key, value, source };
}

function listLimits(given: Partial<Limits>, source: string): readonly Setting[] {
  return Object.entries({ ...defaultLimits, ...given }).map(([key, value]) =>
    show(`limits.${key}`, given[key as keyof Limits], value, source),
  );
}

function listLedger(settings: CliContext, instance: string | undefined, source: string): readonly Setting[] {
  const chosen = ledgerDirectoryOf(settings, usualStateDirectory());
  const place = chosen === undefined ? 'none' : ofInstance(chosen, instance);
  if (!settings.ledger) return [show('ledger.directory', undefined, place, source)];
  const { directory: _, url, ...rest } = settings.ledger;
  return [
    show('ledger.directory', place, 'none', source),
    ...Object.entries(rest).map(([key, value]) => show(`ledger.${key}`, value, 'none', source)),
    ...(url ? [show('ledger.url', redacted, 'none', source)] : []),
  ];
}
