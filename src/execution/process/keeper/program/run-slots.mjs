// @ts-check
// The runs that the gate has told of, read from the file that it writes them to.

import { fstatSync, readSync } from 'node:fs';

/**
 * @typedef {object} Slot
 * @property {number} key
 * @property {number} label
 * @property {number} pid 0 until it is known.
 * @property {boolean} isEnded
 * @property {boolean} isOld It ended so long ago that its pid may be another process by now.
 */

const numbersPerSlot = 4;

const oldSeconds = 10;

export class RunSlots {
  #descriptor;

  /** @param {number} descriptor */
  constructor(descriptor) {
    this.#descriptor = descriptor;
  }

  /** @returns {Slot[]} */
  read() {
    const numbers = this.#readWhole();
    const nowSeconds = Date.now() / 1_000;
    const slots = [];
    for (let at = 0; at < numbers.length; at += numbersPerSlot) {
      const [key = 0, label = 0, pid = 0, ended = 0] = numbers.subarray(at, at + numbersPerSlot);
      const isEnded = ended !== 0;
      // The seconds are written as an unsigned number.
      const isOld = isEnded && nowSeconds - (ended >>> 0) > oldSeconds;
      if (key > 0) slots.push({ key, label, pid, isEnded, isOld });
    }
    return slots;
  }

  /** Reads until nothing was written meanwhile: half a slot would name a wrong process. */
  #readWhole() {
    for (let before = this.#readBytes(); ; ) {
      const now = this.#readBytes();
      if (now.equals(before)) return new Int32Array(now.buffer);
      before = now;
    }
  }

  #readBytes() {
    const bytes = Buffer.from(new ArrayBuffer(fstatSync(this.#descriptor).size));
    readSync(this.#descriptor, bytes, 0, bytes.length, 0);
    return bytes;
  }
}
