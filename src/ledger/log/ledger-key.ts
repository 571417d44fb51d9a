// The secret by which this user's gates seal what they write. Whoever can write the files of a ledger, and does not have
// it, cannot write an entry that counts. No program that a gate starts may see it.

import { hash, randomBytes } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { type OpenedFile, openIfThere } from '../../machine/files/open-file.js';
import { makeTrustedDirectory } from '../../machine/files/trusted-directory.js';
import { createWhole } from '../../machine/files/whole-file.js';
import { GateError } from '../../vocabulary/gate-error.js';

const secretBytes = 32;
/** Of SHA-256. */
const blockBytes = 64;
const hashBytes = 32;
const shortCharacters = 2_048;
/** In UTF-8, for each unit of a string. */
const mostBytesOfCharacter = 3;

export class LedgerKey {
  /** Tells keys apart, and nothing else about them. */
  readonly id: string;
  /** The secret as the two hashes of an HMAC begin with it, each with room for what follows. */
  readonly #inner: Buffer;
  readonly #outer: Buffer;
  readonly #short: Buffer;

  constructor(secret: Buffer) {
    this.#inner = padded(secret, 0x36, 0);
    this.#outer = padded(secret, 0x5c, hashBytes);
    this.#short = padded(secret, 0x36, shortCharacters * mostBytesOfCharacter);
    this.id = hash('sha256', Buffer.concat([Buffer.from('cmdgate ledger key\n'), secret])).slice(0, 8);
  }

  /** HMAC-SHA-256 (RFC 2104), in small hexadecimal digits. Node's own object for it costs three times as much to make. */
  seal(text: string | Buffer): string {
    this.#outer.write(hash('sha256', this.#beginsInner(text)), blockBytes, 'hex');
    return hash('sha256', this.#outer);
  }

  #beginsInner(text: string | Buffer): Buffer {
    // Most entries are short: they need no memory of their own.
    if (typeof text === 'string' && text.length <= shortCharacters) {
      return this.#short.subarray(0, blockBytes + this.#short.write(text, blockBytes));
    }
    return Buffer.concat([this.#inner, typeof text === 'string' ? Buffer.from(text) : text]);
  }
}

function padded(secret: Buffer, pad: number, room: number): Buffer {
  const block = Buffer.alloc(blockBytes + room);
  for (let at = 0; at < blockBytes; at++) block[at] = (secret[at] ?? 0) ^ pad;
  return block;
}

/** Makes the key with the first entry that needs it. Throws a GateError where it cannot be kept secret. */
export function openLedgerKey(file: string): LedgerKey {
  const known = readLedgerKey(file);
  if (known) return known;
  try {
    makeTrustedDirectory(dirname(file), 'The key of the ledger');
    // Of several gates that open for the first time, one makes it.
    createWhole(file, `${randomBytes(secretBytes).toString('hex')}\n`);
  } catch (error) {
    throw error instanceof GateError ? error : unusable(file, (error as Error).message);
  }
  const made = readLedgerKey(file);
  if (made) return made;
  throw unusable(file, 'it disappears');
}

/** Undefined where this user has none yet. Throws a GateError where others could know it. */
export function readLedgerKey(file: string): LedgerKey | undefined {
  const opened = open(file);
  if (!opened) return undefined;
  try {
    return read(file, opened);
  } finally {
    closeSync(opened.descriptor);
  }
}

function open(file: string): OpenedFile | undefined {
  try {
    return openIfThere(file, 'refused', 'it');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw unusable(file, code === 'ELOOP' ? 'it is a symbolic link' : message);
  }
}

function read(file: string, { descriptor, stats }: OpenedFile): LedgerKey {
  if (process.getuid !== undefined && stats.uid !== process.getuid()) {
    throw unusable(file, 'it belongs to another user');
  }
  if ((stats.mode & 0o077) !== 0) throw unusable(file, `others may read it; run: chmod 600 '${file}'`);
  const bytes = Buffer.alloc(secretBytes * 2 + 2);
  const text = bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, bytes.length, 0));
  if (!/^[0-9a-f]{64}\n$/.test(text)) throw unusable(file, 'it is not a key written by a gate');
  return new LedgerKey(Buffer.from(text.trim(), 'hex'));
}

function unusable(file: string, why: string): GateError {
  return new GateError('UNAVAILABLE', `The key that seals the ledger cannot be used: ${why}`, {
    hint: `The owner must check ${file}; XDG_STATE_HOME names another directory for it`,
  });
}
