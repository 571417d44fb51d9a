// What the keeper has to know of each run, in a file that both processes have open and nobody else can: a write reaches
// the keeper even if this process is killed in the next moment, and does not wake it up.

import { closeSync, constants, openSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '../../../vocabulary/new-id.js';

/** One after the other, as 32-bit numbers: key, label, pid, and the second in which it ended, or 0. */
const slotBytes = 16;

/** The slots of ended runs are kept until the keeper has certainly looked at them. */
const fewestSlots = 2_048;

export class RunSlots {
  readonly descriptor = openUnnamed();
  readonly #bytes = Buffer.alloc(slotBytes);
  readonly #ended: number[] = [];
  #slots = 0;
  #lastKey = 0;

  begin(label: number): RunSlot {
    const reused = this.#slots >= fewestSlots ? this.#ended.shift() : undefined;
    const run = { slot: reused ?? this.#slots++, key: ++this.#lastKey, label, pid: 0 };
    this.#write(run, 0);
    return run;
  }

  identify(run: RunSlot, pid: number): void {
    run.pid = pid;
    this.#write(run, 0);
  }

  end(run: RunSlot): void {
    this.#write(run, Math.floor(Date.now() / 1_000) | 0);
    this.#ended.push(run.slot);
  }

  close(): void {
    closeSync(this.descriptor);
  }

  #write({ slot, key, label, pid }: RunSlot, ended: number): void {
    const bytes = this.#bytes;
    bytes.writeInt32LE(key, 0);
    bytes.writeInt32LE(label, 4);
    bytes.writeInt32LE(pid, 8);
    bytes.writeInt32LE(ended, 12);
    writeSync(this.descriptor, bytes, 0, slotBytes, slot * slotBytes);
  }
}

export interface RunSlot {
  readonly slot: number;
  /** Grows from run to run. */
  readonly key: number;
  readonly label: number;
  pid: number;
}

/** In memory where the system offers that. Throws when there is no place for it. */
function openUnnamed(): number {
  const { O_RDWR, O_CREAT, O_EXCL } = constants;
  let problem: unknown;
  for (const directory of ['/dev/shm', tmpdir()]) {
    try {
      const file = join(directory, `cmdgate-${newId()}`);
      const descriptor = openSync(file, O_RDWR | O_CREAT | O_EXCL, 0o600);
      unlinkSync(file);
      // The space is taken now, so that no run meets a full disk.
      writeSync(descriptor, Buffer.alloc(fewestSlots * slotBytes));
      return descriptor;
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}
