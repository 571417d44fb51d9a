// What commands of a user's own executable wrote as settings: which of it is in force, and in which file it stands.

import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { readOwnText } from '../../machine/files/read-plain-file.js';
import { largestSettingsBytes, settingsFiles } from '../../machine/files/settings-files.js';
import type { Setting } from '../../owner/setting.js';
import { readDefinitions } from '../../sources/typescript/read-definitions.js';
import type { Io } from '../../terminal/io.js';
import { redacted } from '../../vocabulary/look-alikes.js';
import type { LoadedOptions } from './run-cli.js';

const readableForOthers = 0o077;

/** The workspace wins. Without a command that writes settings there are none, whatever lies there. */
export function listSettingsFiles(
  { name, commands, strict, workspace = process.cwd() }: LoadedOptions,
  environment: Io['environment'],
): readonly Setting[] {
  if (!readDefinitions(commands, { strict }).commands.some(({ contract }) => contract?.writesSettings)) return [];
  const { local, global } = settingsFiles(name, resolve(workspace), environment);
  const all = [...(global === undefined ? [] : listFile(global)), ...listFile(local)];
  return [...new Map(all.map((setting) => [setting.key, setting])).values()];
}

function listFile(file: string): readonly Setting[] {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) return [];
  // A link could lead to a file that is nobody's business.
  const settings = found.isFile() ? parse(file) : undefined;
  if (!settings) return [{ key: 'settings', value: 'cannot be read', source: file }];
  // What a command wrote for this user alone may be a secret, under whatever name.
  const isPrivate = (found.mode & readableForOthers) === 0;
  const shown = (value: unknown) => (isPrivate ? redacted : value);
  return Object.entries(settings).map(([key, value]) => ({
    key: `settings.${key}`,
    value: shown(value),
    source: file,
  }));
}

function parse(file: string): object | undefined {
  try {
    const settings: unknown = JSON.parse(readOwnText(file, largestSettingsBytes) ?? '');
    return typeof settings === 'object' && settings !== null && !Array.isArray(settings) ? settings : undefined;
  } catch {
    return undefined;
  }
}
