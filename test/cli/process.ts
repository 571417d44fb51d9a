// Real processes of the built command line, none of which outlives the tests of its file.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownDirectory } from '../../src/ledger/own-directory.js';
import { afterEachFile } from '../fixtures/after-each-file.js';
import { checkEnvelopes } from './check-envelopes.js';

export const bin = fileURLToPath(new URL('../../bin/cmdgate.js', import.meta.url));

const directories: string[] = [];
const children: ChildProcessWithoutNullStreams[] = [];
let cache: string | undefined;

afterEachFile(() => {
  cache = undefined;
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const directory of directories.splice(0)) {
    for (const path of [ownDirectory(directory), directory]) rmSync(path, { recursive: true, force: true });
  }
});

/** A new directory, as a real path, that is removed after the tests of the file. */
export function makeDirectory(files: Readonly<Record<string, string>> = {}): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-test-')));
  directories.push(directory);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  return directory;
}

/** Where translated modules are kept while the tests of the file run. */
function cacheDirectory(): string {
  cache ??= makeDirectory();
  return cache;
}

export interface ProcessOptions {
  readonly cwd: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string | Buffer;
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Nothing of the tests' own environment, so that CI or a terminal's settings change nothing. */
export const baseEnvironment = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: cacheDirectory(),
  XDG_CACHE_HOME: cacheDirectory(),
  TERM: 'xterm',
  // Where the tests themselves look for what a gate has kept.
  XDG_STATE_HOME: process.env.XDG_STATE_HOME ?? cacheDirectory(),
});

export function start(
  program: string,
  args: readonly string[],
  options: ProcessOptions,
): ChildProcessWithoutNullStreams {
  const child = spawn(program, args, { cwd: options.cwd, env: { ...baseEnvironment(), ...options.environment } });
  children.push(child);
  // A child that ends without reading its input is no failure of the test.
  child.stdin.on('error', () => undefined);
  return child;
}

export function startCmdgate(words: readonly string[], options: ProcessOptions): ChildProcessWithoutNullStreams {
  return start(process.execPath, [bin, ...words], options);
}

export async function finish(child: ChildProcessWithoutNullStreams): Promise<Finished> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  const finished = { code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
  checkEnvelopes(finished.stdout, code);
  return finished;
}

/** Runs `cmdgate` with these words to its end. */
export async function cmdgate(words: readonly string[], options: ProcessOptions): Promise<Finished> {
  const child = startCmdgate(words, options);
  child.stdin.end(options.input ?? '');
  return await finish(child);
}

/** The same on a pseudo-terminal, where stdout and stderr are one screen. */
export async function onTerminal(words: readonly string[], options: ProcessOptions): Promise<Finished> {
  const quoted = [process.execPath, bin, ...words].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`);
  const inside = `stty cols 80 rows 24; exec ${quoted.join(' ')}`;
  const args = process.platform === 'darwin' ? ['-q', '/dev/null', 'sh', '-c', inside] : ['-qec', inside, '/dev/null'];
  const { code, stdout, stderr } = await finish(start('script', args, options));
  return { code, stdout: stdout.replaceAll('\r', ''), stderr };
}
