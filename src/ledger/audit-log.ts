// The audit log: one JSON object a line, only ever appended to, on the file before the answer leaves.
import { closeSync, constants, fstatSync, fsyncSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { hideFromGit } from '../machine/files/hide-from-git.js';
import { OpenRuns, takeLostRuns } from './open-runs.js';
import type { AuditEntry, RequestEntry, RunLog } from './run-log.js';

/**
 * Opens the log for appending. Entries of the same moment share one write. The file survives the death of
 * the gate; whether it survives a power cut is up to the system, except that closing waits for the disk.
 */
export function openAuditLog(file: string): AuditLog {
  return new AuditLog(file);
}

/** More than this is not kept for a disk that takes nothing: refusals would fill the memory instead. */
const largestBacklog = 1024 * 1024;

/** More slots than this do not wait for the next turn. */
const mostToFreeLater = 4;

/** How much of the log's end is searched for the runs of a gate that died. */
const searchedBytes = 1024 * 1024;

export class AuditLog implements RunLog {
  readonly file: string;
  readonly #openRuns: OpenRuns;
  #descriptor: number | undefined;
  #lines = '';
  /** What a failed write left: it goes before everything else, so that no line is lost or torn. */
  #unwritten = Buffer.alloc(0);
  #slots: number[] = [];
  /** Slots of runs that the log knows, still to be freed. */
  readonly #recorded: number[] = [];
  #written: Promise<void> | undefined;
  #trouble: Error | undefined;

  constructor(file: string) {
    this.file = file;
    this.#openRuns = new OpenRuns(file);
  }

  /** Whoever waits has not begun, and is not in here. */
  accept(): undefined {}

  note(): undefined {}

  /** Throws when nothing can be written to it. */
  open(): void {
    this.#descriptor ??= this.#open();
  }

  begin(entry: RequestEntry): number {
    this.open();
    return this.#openRuns.begin(entry);
  }

  record(entry: AuditEntry, slot: number | undefined): Promise<void> {
    if (this.#unwritten.length > largestBacklog) return Promise.reject(this.#trouble);
    this.#lines += `${JSON.stringify(entry)}\n`;
    if (slot !== undefined) this.#slots.push(slot);
    // A microtask later every run that ends in this moment has added its line.
    this.#written ??= Promise.resolve().then(() => this.#flush());
    return this.#written;
  }

  trouble(): Error | undefined {
    if (this.#trouble) this.#attempt(() => this.#append(''));
    return this.#trouble;
  }

  close(): Promise<void> {
    this.#close();
    return Promise.resolve();
  }

  #close(): void {
    if (this.#lines !== '') this.#attempt(() => this.#flush());
    if (this.#descriptor === undefined) return;
    this.#freeSlots();
    this.#openRuns.close();
    // Not every file can be waited for; a pipe cannot.
    this.#attempt(() => fsyncSync(this.#descriptor as number));
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #flush(): void {
    const lines = this.#lines;
    this.#lines = '';
    this.#written = undefined;
    this.#attempt(() => this.#append(lines));
    if (this.#trouble) throw this.#trouble;
  }

  #attempt(write: () => void): void {
    try {
      write();
      this.#trouble = undefined;
    } catch (error) {
      this.#trouble = error as Error;
    }
  }

  #append(text: string): void {
    this.#unwritten = Buffer.concat([this.#unwritten, Buffer.from(text)]);
    this.#descriptor ??= this.#open();
    while (this.#unwritten.length > 0) {
      this.#unwritten = this.#unwritten.subarray(writeSync(this.#descriptor, this.#unwritten));
    }
    // Only now are the runs of these entries known to the log. If the gate dies before their slots are free, the next
    // one finds them in the log; so nobody's answer has to wait for that.
    if (this.#slots.length === 0) return;
    if (this.#recorded.length === 0) setImmediate(this.#freeSlots);
    this.#recorded.push(...this.#slots.splice(0));
    // Where many runs end in one turn, their slots are wanted again before it is over.
    if (this.#recorded.length >= mostToFreeLater) this.#freeSlots();
  }

  readonly #freeSlots = () => {
    for (const slot of this.#recorded.splice(0)) this.#openRuns.end(slot);
  };

  #open(): number {
    const directory = dirname(this.file);
    if (mkdirSync(directory, { recursive: true, mode: 0o700 }) !== undefined) hideFromGit(directory);
    const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
    // Not through a link: whoever can place one must not choose where the log goes.
    const descriptor = openSync(this.file, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
    const end = readEnd(descriptor);
    const lost = takeLostRuns(this.file, (runId) => end.includes(runId));
    const lines = lost.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    // A gate that died while it wrote may have left half a line: it must not swallow the next one.
    const torn = end !== '' && !end.endsWith('\n') && this.#unwritten.length === 0;
    this.#unwritten = Buffer.concat([Buffer.from(`${torn ? '\n' : ''}${lines}`), this.#unwritten]);
    return descriptor;
  }
}

function readEnd(descriptor: number): string {
  const { size } = fstatSync(descriptor);
  const bytes = Buffer.alloc(Math.min(size, searchedBytes));
  readSync(descriptor, bytes, 0, bytes.length, size - bytes.length);
  return bytes.toString('utf8');
}
