// A plain copy of the answers that a ledger records, for other tools: one JSON object a line, only ever appended to, on
// the file before the answer leaves. Several processes may write to the same file.
import { closeSync, constants, fstatSync, fsyncSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { hideFromGit } from '../machine/files/hide-from-git.js';
import { realPathSoFar } from '../machine/paths/real-path.js';
import type { AuditEntry } from './run-log.js';

/** More than this is not kept for a disk that takes nothing: refusals would fill the memory instead. */
const largestBacklog = 1024 * 1024;

const newline = Buffer.from('\n');
const nothing = Buffer.alloc(0);

/** Entries of the same moment share one write. Nothing is made before there is something to write. */
export class AuditCopy {
  /** The file itself is no link that is followed. */
  readonly file: string;
  #descriptor: number | undefined;
  #lines = '';
  /** What a failed write left: it goes before everything else, so that no line is lost. */
  #unwritten: Buffer = nothing;
  #written: Promise<void> | undefined;
  #trouble: Error | undefined;

  constructor(file: string) {
    this.file = realFileOf(file);
  }

  /** Throws when nothing can be written to it. */
  open(): void {
    this.#descriptor ??= this.#open();
  }

  record(entry: AuditEntry): Promise<void> {
    if (this.#unwritten.length > largestBacklog) return Promise.reject(this.#trouble);
    this.#lines += `${JSON.stringify(entry)}\n`;
    // A microtask later every run that ends in this moment has added its line.
    this.#written ??= Promise.resolve().then(() => this.#flush());
    return this.#written;
  }

  /** Why nothing can be written at the moment. Tries again. */
  trouble(): Error | undefined {
    if (this.#trouble) this.#attempt(() => this.#append(''));
    return this.#trouble;
  }

  /** Writes what is not written yet, and waits for the disk. */
  close(): void {
    if (this.#lines !== '') this.#attempt(() => this.#append(this.#takeLines()));
    if (this.#descriptor === undefined) return;
    // Not every file can be waited for; a pipe cannot.
    this.#attempt(() => fsyncSync(this.#descriptor as number));
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #flush(): void {
    this.#written = undefined;
    this.#attempt(() => this.#append(this.#takeLines()));
    if (this.#trouble) throw this.#trouble;
  }

  #takeLines(): string {
    const lines = this.#lines;
    this.#lines = '';
    return lines;
  }

  #attempt(write: () => void): void {
    try {
      write();
      this.#trouble = undefined;
    } catch (error) {
      this.#trouble = error as Error;
    }
  }

  #append(lines: string): void {
    const bytes = Buffer.from(lines);
    this.#unwritten = this.#unwritten.length === 0 ? bytes : Buffer.concat([this.#unwritten, bytes]);
    this.open();
    while (this.#unwritten.length > 0) {
      this.#unwritten = stillToWrite(this.#unwritten, writeSync(this.#descriptor as number, this.#unwritten));
    }
  }

  #open(): number {
    const directory = dirname(this.file);
    if (mkdirSync(directory, { recursive: true, mode: 0o700 }) !== undefined) hideFromGit(directory);
    const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
    // Not through a link: whoever can place one must not choose where the copy goes.
    const descriptor = openSync(this.file, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
    // A process that died while it wrote may have left half a line: it must not swallow the next one.
    if (isTorn(descriptor)) this.#unwritten = Buffer.concat([newline, this.#unwritten]);
    return descriptor;
  }
}

/** As path arguments are compared with it: a directory on the way may be a link. */
export function realFileOf(file: string): string {
  const absolute = resolve(file);
  return join(realPathSoFar(dirname(absolute)), basename(absolute));
}

/**
 * A line of which only a part was written is written again, whole: another process may have written behind that part.
 * The part stays, as what a process leaves that died, and is no JSON.
 */
export function stillToWrite(bytes: Buffer, written: number): Buffer {
  if (written === bytes.length) return nothing;
  const whole = bytes.lastIndexOf(newline, written - 1) + 1;
  if (written === 0 || whole === written) return bytes.subarray(written);
  return Buffer.concat([newline, bytes.subarray(whole)]);
}

function isTorn(descriptor: number): boolean {
  const { size } = fstatSync(descriptor);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && !last.equals(newline);
}
