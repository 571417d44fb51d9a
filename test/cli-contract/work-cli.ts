// The fixture with commands that do several things, as a process.

import { fileURLToPath } from 'node:url';
import { type Finished, finish, makeDirectory, type ProcessOptions, start } from '../cli/process.js';
import { type Answer, readDocument } from './contract-cli.js';

export const workFixture = fileURLToPath(new URL('../fixtures/work-cli.mjs', import.meta.url));

export type Options = Partial<ProcessOptions>;

export function startWork(words: readonly string[], { cwd = makeDirectory(), ...rest }: Options = {}) {
  return start(process.execPath, [workFixture, ...words], { cwd, ...rest });
}

/** With nothing on its standard input unless given. */
export async function work(words: readonly string[], options: Options = {}): Promise<Answer> {
  const child = startWork(words, options);
  child.stdin.end(options.input ?? '');
  const finished = await finish(child);
  return { ...finished, envelope: readDocument(finished.stdout) };
}

/** Sends the signal as soon as the command says that it is ready. */
export async function interruptWork(
  words: readonly string[],
  signal: NodeJS.Signals,
  options: Options = {},
): Promise<Finished> {
  const child = startWork(words, options);
  child.stdin.end();
  const finished = finish(child);
  child.stderr.on('data', (chunk: Buffer) => {
    if (chunk.includes('ready')) child.kill(signal);
  });
  return await finished;
}
