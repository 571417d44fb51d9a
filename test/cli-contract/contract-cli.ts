// The fixture of the contract's tests as a process: what it answers, and what it leaves.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Finished, finish, makeDirectory, type ProcessOptions, start } from '../cli/process.js';

export const fixture = fileURLToPath(new URL('../fixtures/contract-cli.mjs', import.meta.url));

export interface Answer extends Finished {
  readonly envelope: Envelope;
}

export interface Envelope {
  readonly ok: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: what is in it is what the tests are about
  readonly data: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly error: any;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly meta: any;
}

type Options = Partial<ProcessOptions>;

export const startContractCli = (words: readonly string[], { cwd = makeDirectory(), ...rest }: Options = {}) =>
  start(process.execPath, [fixture, ...words], { cwd, ...rest });

/** Runs it to its end, with nothing on its standard input. */
export async function contractCli(words: readonly string[], options: Options = {}): Promise<Finished> {
  const child = startContractCli(words, options);
  child.stdin.end(options.input ?? '');
  return await finish(child);
}

/** The same, where stdout has to be one document. */
export async function ask(words: readonly string[], options: Options = {}): Promise<Answer> {
  const finished = await contractCli(words, options);
  return { ...finished, envelope: readDocument(finished.stdout) };
}

/** Throws where it is not exactly one line with one document. */
export function readDocument(stdout: string): Envelope {
  if (stdout.indexOf('\n') !== stdout.length - 1) throw new Error(`Not one line: ${stdout.slice(0, 500)}`);
  return JSON.parse(stdout);
}

/** A line as a shell runs it. */
export async function inShell(line: string, options: Options = {}): Promise<Finished> {
  const { cwd = makeDirectory(), ...rest } = options;
  const child = start('/bin/sh', ['-c', line], { cwd, ...rest });
  child.stdin.end();
  return await finish(child);
}

/** On a pseudo-terminal, where stdout and stderr are one screen. */
export async function onTerminal(words: readonly string[], environment: Record<string, string> = {}): Promise<string> {
  const inside = `stty cols 80 rows 24 -onlcr; exec '${process.execPath}' '${fixture}' ${words.join(' ')}`;
  const args = process.platform === 'darwin' ? ['-q', '/dev/null', 'sh', '-c', inside] : ['-qec', inside, '/dev/null'];
  return (await finish(start('script', args, { cwd: makeDirectory(), environment }))).stdout;
}

/** Every file below a directory with what is in it. */
export function filesIn(directory: string): Record<string, string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]),
  );
}
