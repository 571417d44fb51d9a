// Questions and answers lie in files. What somebody puts there who does not have the key of this directory counts for
// nothing: neither a yes, nor a question that shows something else than what was asked.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readOwnText } from '../../machine/files/read-plain-file.js';
import { createWhole } from '../../machine/files/whole-file.js';

const keyPattern = /^[0-9a-f]{64}$/;

/** So much longer is a text with its seal. */
export const sealBytes = 77;

export class Seal {
  readonly #file: string;
  #key: string | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** The text and its seal. `about` is what it belongs to: it is worth nothing elsewhere. Makes the key where it is missing. */
  put(about: readonly string[], text: string): string {
    return `${text}\n${JSON.stringify({ seal: this.#of(about, text, this.#readKey() ?? this.#makeKey()) })}\n`;
  }

  /** The text. Throws where it was not sealed here, for this. */
  open(about: readonly string[], sealed: string): string {
    const [text = '', end = '', ...more] = sealed.split('\n');
    const key = this.#readKey();
    const given = /^\{"seal":"([0-9a-f]{64})"\}$/.exec(end)?.[1];
    if (key === undefined || given === undefined || more.join('') !== '') throw notSealed();
    const expected = this.#of(about, text, key);
    if (!timingSafeEqual(Buffer.from(given), Buffer.from(expected))) throw notSealed();
    return text;
  }

  #of(about: readonly string[], text: string, key: string): string {
    return createHmac('sha256', Buffer.from(key, 'hex'))
      .update(JSON.stringify([...about, text]))
      .digest('hex');
  }

  #readKey(): string | undefined {
    if (this.#key !== undefined) return this.#key;
    const key = readOwnText(this.#file)?.trim();
    if (key === undefined) return undefined;
    if (!keyPattern.test(key)) throw new Error(`${this.#file} contains no key`);
    this.#key = key;
    return key;
  }

  #makeKey(): string {
    // Where another process was faster, its key counts.
    createWhole(this.#file, `${randomBytes(32).toString('hex')}\n`);
    const key = this.#readKey();
    if (key === undefined) throw new Error(`${this.#file} was removed`);
    return key;
  }
}

function notSealed(): Error {
  return new Error('it was not written by cmdgate');
}
