// Which settings cmdgate added to switch a client's shell off. What a person had there before stays when the client is
// disconnected: only what is remembered here is taken out again without being asked for.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceWhole } from '../../machine/files/whole-file.js';
import { realPathSoFar } from '../../machine/paths/real-path.js';
import { stateDirectories } from '../../machine/paths/user-directories.js';
import type { Setting } from './clients.js';

/** Never throws: without it, --remove leaves the shell off and says so. */
export function rememberClosed(setting: Setting): void {
  try {
    mkdirSync(directory(), { recursive: true, mode: 0o700 });
    replaceWhole(placeOf(setting), setting.file);
  } catch {
    // Nothing that has been written depends on it.
  }
}

export function isRemembered(setting: Setting): boolean {
  return existsSync(placeOf(setting));
}

export function forgetClosed(setting: Setting): void {
  rmSync(placeOf(setting), { force: true });
}

function directory(): string {
  return join(stateDirectories()[0], 'closed-shells');
}

function placeOf({ file, path, value }: Setting): string {
  const about = JSON.stringify([realPathSoFar(file), path, value]);
  return join(directory(), createHash('sha256').update(about).digest('hex'));
}
