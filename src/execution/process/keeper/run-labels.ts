// Tells the runs of one gate apart: while a program is started, this process wears the run's label, and the program
// inherits it with all that it starts. The label is the part of the core dump filter that speaks of huge pages and
// persistent memory: it has no effect but on core dumps of programs that use these.

import { closeSync, openSync, readSync, writeSync } from 'node:fs';

const firstBit = 5;
const bits = 4;

export interface RunLabel {
  readonly filter: number;
  readonly text: Buffer;
  /** How many living runs have it. */
  runs: number;
}

export class RunLabels {
  /** What this process has when it wears none. */
  readonly own: RunLabel;
  readonly #descriptor = openSync('/proc/self/coredump_filter', 'r+');
  readonly #labels: RunLabel[] = [];
  #worn = false;

  /** Throws where the system has no such filter. */
  constructor() {
    this.own = labelOf(this.#read());
    const fixed = this.own.filter & ~(((1 << bits) - 1) << firstBit);
    for (let value = 0; value < 1 << bits; value++) {
      const label = labelOf(fixed | (value << firstBit));
      // An older system may not keep all of the bits.
      if (label.filter !== this.own.filter && this.#keeps(label)) this.#labels.push(label);
    }
    this.#write(this.own);
  }

  /** The one that was not used for longest, of those that the fewest living runs have. */
  take(): RunLabel {
    let best = this.#labels[0] ?? this.own;
    for (const label of this.#labels) if (label.runs < best.runs) best = label;
    this.#labels.splice(this.#labels.indexOf(best), 1);
    this.#labels.push(best);
    best.runs++;
    return best;
  }

  giveBack(label: RunLabel): void {
    label.runs--;
  }

  /** Until `takeOff`, which must come in the same turn. */
  wear(label: RunLabel): void {
    this.#write(label);
    this.#worn = true;
  }

  takeOff(): void {
    if (!this.#worn) return;
    this.#write(this.own);
    this.#worn = false;
  }

  close(): void {
    this.takeOff();
    closeSync(this.#descriptor);
  }

  #keeps(label: RunLabel): boolean {
    this.#write(label);
    return this.#read() === label.filter;
  }

  #read(): number {
    const bytes = Buffer.alloc(16);
    return Number.parseInt(bytes.toString('latin1', 0, readSync(this.#descriptor, bytes, 0, bytes.length, 0)), 16);
  }

  #write({ text }: RunLabel): void {
    writeSync(this.#descriptor, text, 0, text.length);
  }
}

function labelOf(filter: number): RunLabel {
  return { filter, text: Buffer.from(`0x${filter.toString(16)}`), runs: 0 };
}
