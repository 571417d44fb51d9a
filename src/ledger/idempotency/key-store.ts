// Who used a key first, and what came of it. Files, so that every gate of a workspace sees them, and whoever comes
// after a restart, too: one that says who has the key, and one with the answer.

import { createHash } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mayBeRunning, ownIdentity, type ProcessIdentity } from '../../own-files/process-identity.js';
import { makeTrustedDirectory } from '../../own-files/trusted-directory.js';
import { createWhole, readIfThere } from '../../own-files/whole-file.js';
import { newId } from '../../vocabulary/new-id.js';

/** One use of a key. */
export interface KeyUse {
  /** Several programs may work in one workspace, and what one of them did says nothing about another. */
  readonly tool: string;
  /** Keys of one caller mean nothing to another. */
  readonly caller: string;
  readonly key: string;
  /** The command and its arguments: the same key with others is a mistake. */
  readonly request: string;
  readonly run: string;
}

export type Claim =
  /** Nobody had it. It is kept until it is answered, given back, or lost where the answer cannot be kept. */
  | { readonly state: 'taken'; answer(text: string): void; giveBack(): void; lose(): void }
  | { readonly state: 'answered'; readonly run: string; readonly text: string }
  | { readonly state: 'running'; readonly run: string | undefined }
  /** Whoever had it has ended without an answer: nobody knows how far it came, and maybe not even who it was. */
  | { readonly state: 'lost'; readonly run: string | undefined }
  | { readonly state: 'other-request'; readonly run: string };

/** How long a key means what it meant. */
const dayMs = 24 * 60 * 60 * 1_000;
const keepMs = 30 * dayMs;

interface Holder {
  readonly run: string;
  readonly request: string;
  readonly process: ProcessIdentity;
}

export class KeyStore {
  readonly #directory: string;
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Throws a GateError where the directory is in other hands, and the system's error where it cannot be written. */
  claim({ tool, caller, key, request, run }: KeyUse): Claim {
    makeTrustedDirectory(this.#directory, 'Idempotency keys');
    this.#sweep();
    const name = join(this.#directory, hash(JSON.stringify([tool, caller, key])));
    const held = `${name}.held`;
    const text = readIfThere(held);
    if (text === undefined) {
      const holder: Holder = { run, request: hash(request), process: ownIdentity() };
      if (createWhole(held, JSON.stringify(holder))) return this.#taken(held, answerFile(name, run));
      // Somebody else has taken it just now.
      return { state: 'running', run: undefined };
    }
    const first = readHolder(text);
    if (!first) return { state: 'lost', run: undefined };
    if (first.request !== hash(request)) return { state: 'other-request', run: first.run };
    // Before looking for the answer: it may come in between.
    const ended = !mayBeRunning(first.process);
    const answer = readIfThere(answerFile(name, first.run));
    if (answer !== undefined) return { state: 'answered', run: first.run, text: answer };
    return { state: ended ? 'lost' : 'running', run: first.run };
  }

  #taken(held: string, answered: string): Claim {
    return {
      state: 'taken',
      answer: (text) => this.#replace(answered, text),
      giveBack: () => rmSync(held, { force: true }),
      // Where a disk is full nothing can be written any more, and this can still be done.
      lose: () => truncateSync(held),
    };
  }

  #replace(file: string, text: string): void {
    const temporary = join(this.#directory, `${newId()}.new`);
    try {
      writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
      renameSync(temporary, file);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }

  /** Once in a while is enough, and nothing depends on it. */
  #sweep(): void {
    const now = Date.now();
    if (now - this.#sweptAt < dayMs) return;
    this.#sweptAt = now;
    for (const name of readdirSync(this.#directory)) {
      const file = join(this.#directory, name);
      const entry = statSync(file, { throwIfNoEntry: false });
      if (entry && entry.mtimeMs < now - keepMs) rmSync(file, { force: true });
    }
  }
}

/** Of one holder alone: whoever takes a forgotten key again must not be taken for the one before. */
function answerFile(name: string, run: string): string {
  return `${name}.${run}.answer`;
}

/** Undefined where it says nothing: its writer could not keep the answer, or the system went down meanwhile. */
function readHolder(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
