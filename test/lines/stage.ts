// A workspace in which one line runs after the other, each as if it were the first.

import { lutimesSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainLocale, quietVariables } from '../../src/planning/quiet-variables.js';
import { guardedEnvironment } from '../../src/policy/understanding/guarded-environment.js';
import { searchPath } from '../security/corpus/stage/program-path.js';
import { makeFixture, startOfYear } from './fixture.js';
import { rememberTree } from './tree.js';

export interface Stage {
  /** The real path of the workspace. */
  readonly workspace: string;
  /** What the gate's own process should have, so that its programs find the same home and the same programs. */
  readonly gateEnvironment: Readonly<Record<'PATH' | 'HOME', string>>;
  /** What a program that the gate starts has. */
  readonly environment: Readonly<Record<string, string>>;
  /** Makes the workspace and the home as they were at first. */
  reset(): void;
  /** By path: the kind, the permissions and the content of each file, as a short text. */
  listFiles(): Readonly<Record<string, string>>;
  close(): void;
}

export function openStage(): Stage {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'lines-')));
  const workspace = join(root, 'workspace');
  const home = join(root, 'home');
  mkdirSync(home);
  makeFixture(workspace);
  const tree = rememberTree(workspace);
  const gateEnvironment = { PATH: searchPath.join(':'), HOME: home };
  return {
    workspace,
    gateEnvironment,
    environment: {
      ...quietVariables(gateEnvironment, false),
      ...plainLocale,
      PATH: gateEnvironment.PATH,
      ...guardedEnvironment(workspace),
    },
    reset() {
      rmSync(home, { recursive: true, force: true });
      mkdirSync(home);
      tree.restore();
      // `ls -la` shows the time of the directory above, too.
      lutimesSync(root, startOfYear, startOfYear);
    },
    listFiles: () => tree.list(),
    close: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}
