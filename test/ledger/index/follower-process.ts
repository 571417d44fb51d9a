// A process of its own that follows a log again and again, until its input ends. Then it tells how much it took in.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../fixtures/bundle.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const program = `
import { openLedgerIndex } from './index.mjs';

const { directory, url } = JSON.parse(process.argv[2]);
let isOver = false;
process.stdin.on('end', () => { isOver = true; }).resume();
const index = await openLedgerIndex({ directory, url });
let entries = 0;
console.log('up');
while (!isOver) {
  entries += (await index.follow()).entries;
  await new Promise((resolve) => setTimeout(resolve, 1));
}
entries += (await index.follow()).entries;
await index.close();
console.log(JSON.stringify({ entries }));
`;

export async function buildFollower(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'cmdgate-follower-'));
  await bundle(join(root, 'src/ledger/index/open-ledger-index.ts'), join(folder, 'index.mjs'));
  writeFileSync(join(folder, 'follow.mjs'), program);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

export function removeFollower(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

export class FollowerProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #exited: Promise<unknown>;
  readonly #printed: Promise<string>;
  readonly #complaints: Promise<string>;

  constructor(folder: string, options: { readonly directory: string; readonly url: string | undefined }) {
    this.#child = spawn(process.execPath, [join(folder, 'follow.mjs'), JSON.stringify(options)], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#exited = once(this.#child, 'exit');
    this.#printed = text(this.#child.stdout);
    this.#complaints = text(this.#child.stderr);
  }

  async isUp(): Promise<void> {
    await Promise.race([once(this.#child.stdout, 'data'), this.#exited]);
  }

  /** How many entries it took in, and what it printed where nothing should be. */
  async finish(): Promise<{ readonly entries: number; readonly complaints: string }> {
    this.#child.stdin.end();
    await this.#exited;
    const [, last] = (await this.#printed).trim().split('\n');
    return { entries: JSON.parse(last ?? '{}').entries, complaints: await this.#complaints };
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }
}
