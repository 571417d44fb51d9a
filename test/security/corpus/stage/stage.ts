// A throw-away directory in which entries run one after the other.

import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endLeftovers } from './leftovers.js';
import { type Listener, listen } from './listener.js';
import type { Places } from './placeholders.js';
import { searchPath } from './program-path.js';
import { environmentName, environmentSecret } from './template.js';
import { readTree, restoreTree } from './tree.js';

export interface Stage {
  readonly places: Places;
  readonly listener: Listener;
  /** What the gate's own process has in its environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Puts back what was changed. */
  reset(): void;
  close(): Promise<void>;
}

export async function openStage(root: string, template: string): Promise<Stage> {
  const listener = await listen();
  const home = join(root, 'home');
  const workspace = join(root, 'workspace');
  const environment = {
    PATH: searchPath.join(':'),
    HOME: home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    TMPDIR: join(root, 'temporary'),
    [environmentName]: environmentSecret,
  };
  cpSync(template, root, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  const holder = await startHolder(environment);
  const clean = readTree(root);
  return {
    places: {
      workspace,
      outside: join(root, 'outside'),
      home,
      canary: join(workspace, 'canary-mark'),
      port: String(listener.port),
      process: String(holder.pid),
    },
    listener,
    environment,
    reset: () => restoreTree(root, template, clean),
    async close() {
      holder.kill('SIGKILL');
      endLeftovers(root);
      await listener.close();
      restoreTree(root, template, clean);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Stands for the gate's process: the same user may read its environment from /proc. */
async function startHolder(environment: Record<string, string>): Promise<ChildProcess> {
  const holder = spawn('sleep', ['600'], { env: environment, stdio: 'ignore' });
  await new Promise((resolve, reject) => holder.once('spawn', resolve).once('error', reject));
  return holder;
}
