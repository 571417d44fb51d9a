// Where no private /tmp and no empty home can be made, a program is told of a directory of its own.

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isInside } from '../../machine/paths/is-inside.js';

type Variables = Readonly<Record<string, string>>;

export interface OwnDirectory {
  readonly path: string;
  readonly environment: Variables;
  remove(): void;
}

/** `seen` are the places where the program may have its home. */
export function makeOwnDirectory(
  environment: Variables,
  seen: readonly string[],
  temporary: string,
  gitSettings = '',
): OwnDirectory {
  const path = mkdtempSync(join(temporary, 'own-'));
  const { HOME } = environment;
  const isHomeless = HOME !== undefined && !seen.some((place) => isInside(HOME, place));
  const home = join(path, 'home');
  if (isHomeless) mkdirSync(home);
  if (isHomeless && gitSettings !== '') writeFileSync(join(home, '.gitconfig'), gitSettings);
  return {
    path,
    environment: {
      ...environment,
      ...{ TMPDIR: path, TMP: path, TEMP: path },
      ...(isHomeless && { HOME: home }),
      // Git does nothing where it finds settings that it may not read.
      GIT_CONFIG_NOSYSTEM: '1',
    },
    // What cannot be removed now goes with the gate.
    remove: () => void rm(path, { recursive: true, force: true }).catch(() => undefined),
  };
}
