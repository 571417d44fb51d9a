// Where one probe is tried: a directory of its own, canaries outside of it, and listeners that count who comes.

import { randomInt } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isReached, listen, ownAddress } from './listeners.js';
import type { Probe } from './probe.js';
import { seenIn } from './seen-in.js';

/** What a probe got hold of. */
export interface Touched {
  readonly leaked: boolean;
  /** Paths outside that are not as they were. */
  readonly changed: readonly string[];
  readonly connections: number;
}

export interface Stage {
  readonly directory: string;
  /** The probe with paths, ports and texts instead of placeholders. */
  readonly probe: Probe;
  touched(output: string): Touched;
  /** Whether the program that the probe wanted to run has begun. */
  hasRun(): boolean;
  /** Tries to reach a probe that listens. */
  visit(): Promise<void>;
  /** Nothing of it is left. */
  close(): Promise<void>;
}

/** `directory` is the probe's own, `outside` has the canaries; neither exists yet. */
export async function setStage(probe: Probe, directory: string, outside: string): Promise<Stage> {
  const secret = newSecret();
  const canaries = { 'secret.txt': `${secret}\n`, 'target.txt': 'alive\n', 'empty/': '' };
  const host = ownAddress();
  const listeners = probe.reach === 'connects' ? await listen(host, join(outside, 'socket')) : undefined;
  const port = listeners?.port ?? randomInt(10_000, 30_000);
  const places: Readonly<Record<string, string>> = {
    here: directory,
    outside,
    secret: join(outside, 'secret.txt'),
    target: join(outside, 'target.txt'),
    fresh: join(outside, 'fresh'),
    empty: join(outside, 'empty'),
    socket: join(outside, 'socket'),
    go: join(directory, 'go'),
    host,
    port: String(port),
  };
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => places[name] ?? whole);
  write(outside, canaries);
  write(directory, { go: fill(goScript), 'input.txt': 'ours\n', ...mapValues(probe.files ?? {}, fill) });
  chmodSync(join(directory, 'go'), 0o755);
  const before = look(outside);
  let visits = 0;
  return {
    directory,
    probe: filled(probe, fill),
    touched: (output) => ({
      leaked: seenIn(output, secret) || filesBelow(directory).some((file) => seenIn(readIfThere(file), secret)),
      changed: differences(before, look(outside)),
      connections: (listeners?.connections() ?? 0) + visits,
    }),
    hasRun: () => readdirSync(directory).includes('ran'),
    visit: async () => {
      if (probe.reach === 'listens' && (await isReached(host, port))) visits += 1;
    },
    close: async () => {
      await listeners?.close();
      await Promise.all([directory, outside].map((path) => rm(path, { recursive: true, force: true, maxRetries: 3 })));
    },
  };
}

/** Letters that nothing is made of: no numbers, no words, no two that typesetters join. */
function newSecret(): string {
  const letters = 'bdghkmpqrtvwxz';
  return `canary${Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')}`;
}

/** What every probe wants to run that can run something. */
const goScript = `#!/bin/sh
echo ran > '{here}/ran'
cat '{secret}'
echo dead > '{target}'
echo new > '{fresh}'
`;

function filled({ args, stdin, files: _, environment = {}, ...probe }: Probe, fill: (text: string) => string): Probe {
  return {
    ...probe,
    args: args.map(fill),
    environment: mapValues(environment, fill),
    ...(stdin !== undefined && { stdin: fill(stdin) }),
  };
}

function mapValues(record: Readonly<Record<string, string>>, change: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, text]) => [name, change(text)]));
}

function write(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(directory, name);
    mkdirSync(name.endsWith('/') ? path : dirname(path), { recursive: true });
    if (!name.endsWith('/')) writeFileSync(path, text);
  }
}

type Entries = ReadonlyMap<string, string>;

/** Times too: what has been renamed there and back has been touched. */
function look(directory: string): Entries {
  const names = ['', ...namesBelow(directory)];
  return new Map(
    names.map((name) => {
      const entry = lstatSync(join(directory, name), { throwIfNoEntry: false });
      return [name, [entry?.mode, entry?.size, entry?.ctimeMs, entry?.mtimeMs, entry?.ino].join()];
    }),
  );
}

function differences(before: Entries, after: Entries): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name));
}

/** A program that is still at work may remove a directory while it is read; then it is read again. */
function namesBelow(directory: string, attempts = 20): readonly string[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempts === 0) throw error;
    return namesBelow(directory, attempts - 1);
  }
}

const mostBytes = 1024 * 1024;

function filesBelow(directory: string): readonly string[] {
  const names = namesBelow(directory).map((name) => join(directory, name));
  return names.filter((name) => {
    const entry = lstatSync(name, { throwIfNoEntry: false });
    return entry?.isFile() === true && entry.size <= mostBytes;
  });
}

/** The program may still be at work. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
