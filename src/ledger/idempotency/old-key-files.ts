// Keys as earlier versions kept them: for each a file that says who has it, and one with the answer. They mean what they
// meant until they are a month old; new ones are not written.

import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readOwnText } from '../../machine/files/read-plain-file.js';
import { mayBeRunning, type ProcessIdentity } from '../../machine/processes/process-identity.js';
import type { KnownKey } from './key-store.js';

const mostAnswerBytes = 256 * 1024 * 1024;

interface OldHolder {
  readonly run: string;
  readonly request: string;
  readonly process: ProcessIdentity;
}

/** Undefined where there was no such key. */
export function readOldKey(directory: string, name: string): KnownKey | undefined {
  const text = readOwnText(join(directory, `${name}.held`));
  if (text === undefined) return undefined;
  const holder = readHolder(text);
  if (!holder) return { state: 'lost', run: undefined, request: undefined };
  const { run, request } = holder;
  // Before looking for the answer: it may come in between.
  const hasEnded = !mayBeRunning(holder.process);
  const answer = readOwnText(join(directory, `${name}.${run}.answer`), mostAnswerBytes);
  if (answer !== undefined) return { state: 'answered', run, request, text: answer };
  return { state: hasEnded ? 'lost' : 'running', run, request };
}

/** A few at a time, so that nobody waits for it. Never rejects: what is left is tried again by the next gate. */
export async function removeOldKeyFiles(directory: string, before: number): Promise<void> {
  try {
    for await (const { name } of await opendir(directory)) {
      if (!/^[0-9a-f]{64}\.(?:held|.*\.answer)$/.test(name)) continue;
      const file = join(directory, name);
      if ((await stat(file)).mtimeMs < before) await rm(file, { force: true });
    }
  } catch {
    // Another gate may do the same.
  }
}

function readHolder(text: string): OldHolder | undefined {
  try {
    return JSON.parse(text) as OldHolder;
  } catch {
    return undefined;
  }
}
