// Decides when to sweep: a while after the first output of a gate, and again whenever it has written much.

import type { OpenDirectory } from '../../../../../machine/files/open-directory.js';
import { takeTrustedTime } from '../../../../../machine/files/trusted-clock.js';
import { openOutput } from '../stored-place.js';
import { Pace } from './pace.js';
import type { Retention } from './retention.js';
import { sweepOutput } from './sweep-output.js';
import { SweepTurn, timeSinceSweep } from './sweep-turn.js';

const hourMs = 60 * 60_000;

/** A command line is over before that, and most servers have time then. */
const delayMs = 2_000;

/** Four fifths of the time belong to others. */
const restMs = 8;

/** Where only short commands run, one of them an hour takes so long at most. */
const mostAtEndMs = 500;

/** The share of what may be kept that is written before it is looked again whether that is too much. */
const share = 1 / 16;
const mostFiles = 4_096;

export class Sweeper {
  readonly #directory: string;
  readonly #retention: Retention;
  readonly #stop = new AbortController();
  /** Set until the first look. */
  #timer: NodeJS.Timeout | undefined;
  #sweep: Promise<void> | undefined;
  #hasBegun = false;
  #bytes = 0;
  #files = 0;

  constructor(directory: string, retention: Retention) {
    this.#directory = directory;
    this.#retention = retention;
  }

  /** There is something to keep. */
  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#start(hourMs);
    }, delayMs).unref();
  }

  countBytes(bytes: number): void {
    this.#bytes += bytes;
    this.#startWhenMuch();
  }

  countFile(): void {
    this.#files++;
    this.#startWhenMuch();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#sweep;
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#run(hourMs, AbortSignal.timeout(mostAtEndMs), 0);
  }

  #startWhenMuch(): void {
    if (this.#bytes > this.#retention.keepBytes * share || this.#files > mostFiles) this.#start(0);
  }

  /** Unless somebody has swept within this time. */
  #start(withinMs: number): void {
    if (this.#sweep || this.#stop.signal.aborted) return;
    this.#bytes = 0;
    this.#files = 0;
    this.#sweep = this.#run(withinMs, this.#stop.signal, restMs).finally(() => {
      this.#sweep = undefined;
      // What came meanwhile may not have been seen.
      this.#startWhenMuch();
    });
  }

  /** What cannot be removed now stays until the next time; nobody has to know. */
  async #run(withinMs: number, signal: AbortSignal, rest: number): Promise<void> {
    let output: OpenDirectory | undefined;
    let turn: SweepTurn | undefined;
    try {
      output = openOutput(this.#directory);
      turn = timeSinceSweep(output) >= withinMs ? SweepTurn.take(output) : undefined;
      if (!turn) return;
      const time = takeTrustedTime(output.pathTo('.clock'), Date.now()) ?? 'unknown';
      await sweepOutput(output, this.#retention, new Pace(signal, rest, turn.touch), time);
    } catch {
      // It was told to stop, or the disk fails.
    } finally {
      turn?.end();
      output?.close();
    }
  }
}
