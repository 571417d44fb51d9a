// Who used a key first, and what came of it. Files, so that every gate of a workspace sees them, and whoever comes
// after a restart, too: one that says who has the key, and one with the answer.

import { createHash } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTrustedDirectory } from '../../own-files/trusted-directory.js';
import { createWhole, readIfThere } from '../../own-files/whole-file.js';
import { newId } from '../../vocabulary/new-id.js';
import { mayBeRunning, ownIdentity, type ProcessIdentity } from '../approvals/process-identity.js';

/** One use of a key. */
export interface KeyUse {
  /** Keys of one caller mean nothing to another. */
  readonly caller: string;
  readonly key: string;
  /** The command and its arguments: the same key with others is a mistake. */
  readonly request: string;
  readonly run: string;
}

export type Claim =
  /** Nobody had it. It is kept until it is answered or given back. */
  | { readonly state: 'taken'; answer(text: string): void; giveBack(): void }
  | { readonly state: 'answered'; readonly run: string; readonly text: string }
  | { readonly state: 'running'; readonly run: string }
  /** Whoever had it has ended without an answer: nobody knows how far it came. */
  | { readonly state: 'lost'; readonly run: string }
  | { readonly state: 'other-request'; readonly run: string };

/** How long a key means what it meant. */
const keepMs = 30 * 24 * 60 * 60 * 1_000;

interface Holder {
  readonly run: string;
  readonly request: string;
  readonly process: ProcessIdentity;
}

export class KeyStore {
  readonly #directory: string;
  #isSwept = false;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Throws a GateError where the directory is in other hands, and the system's error where it cannot be written. */
  claim({ caller, key, request, run }: KeyUse): Claim {
    makeTrustedDirectory(this.#directory, 'Idempotency keys');
    this.#sweep();
    const name = hash(JSON.stringify([caller, key]));
    const held = join(this.#directory, `${name}.held`);
    const answered = join(this.#directory, `${name}.answer`);
    const holder: Holder = { run, request: hash(request), process: ownIdentity() };
    if (createWhole(held, JSON.stringify(holder))) {
      // Of an earlier use that is forgotten by now.
      rmSync(answered, { force: true });
      return {
        state: 'taken',
        answer: (text) => this.#replace(answered, text),
        giveBack: () => rmSync(held, { force: true }),
      };
    }
    const first = readHolder(held);
    // Given back just now.
    if (!first) return { state: 'running', run: '' };
    if (first.request !== holder.request) return { state: 'other-request', run: first.run };
    const ended = !mayBeRunning(first.process);
    const text = readIfThere(answered);
    if (text !== undefined) return { state: 'answered', run: first.run, text };
    return { state: ended ? 'lost' : 'running', run: first.run };
  }

  #replace(file: string, text: string): void {
    const temporary = join(this.#directory, `${newId()}.new`);
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, file);
  }

  /** Once in a while is enough, and nothing depends on it. */
  #sweep(): void {
    if (this.#isSwept) return;
    this.#isSwept = true;
    const oldest = Date.now() - keepMs;
    for (const name of readdirSync(this.#directory)) {
      const file = join(this.#directory, name);
      const entry = statSync(file, { throwIfNoEntry: false });
      if (entry && entry.mtimeMs < oldest) rmSync(file, { force: true });
    }
  }
}

function readHolder(file: string): Holder | undefined {
  const text = readIfThere(file);
  return text === undefined ? undefined : (JSON.parse(text) as Holder);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
