// The file through which a starter inside of a sandbox is told what to start, and tells what became of it. It has no
// name by then: nobody else can open it, and nothing is left of it.

import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { GateError } from '../../vocabulary/gate-error.js';
import type { InsideStart } from '../../vocabulary/program.js';
import { startError } from './start-error.js';
import type { Exit } from './wrapped-program.js';

/** As starter.c writes it. */
const told = { ended: 1, notExecuted: 2, notAsMeant: 3, notFiltered: 4 } as const;

const bytesTold = 8;

/** What the starter said: how the program ended, or why it was not started. Undefined where it said nothing. */
export type StartReport = { readonly exit: Exit } | { readonly refusal: GateError } | undefined;

export class StartControl {
  readonly descriptor: number;
  readonly #start: InsideStart;

  /** Throws when the file cannot be made. */
  constructor(start: InsideStart) {
    this.#start = start;
    const file = join(start.directory, `start-${randomBytes(8).toString('hex')}`);
    this.descriptor = openSync(file, 'wx+', 0o600);
    try {
      unlinkSync(file);
      for (let at = 0; at < start.text.length; ) at += writeSync(this.descriptor, start.text, at);
    } catch (error) {
      closeSync(this.descriptor);
      throw error;
    }
  }

  /** Once, after the end: the file is gone then. */
  finish(): StartReport {
    const said = Buffer.alloc(bytesTold);
    try {
      readSync(this.descriptor, said, 0, bytesTold, 0);
    } finally {
      closeSync(this.descriptor);
    }
    const [what, value] = [said.readUInt32LE(0), said.readUInt32LE(4)];
    switch (what) {
      case told.ended:
        return { exit: readStatus(value) };
      case told.notExecuted:
        return { refusal: startError(this.#start.plan, { code: nameOf(constants.errno, value) }) };
      case told.notAsMeant:
        return { refusal: notAsMeant(this.#start.checked[value] ?? '') };
      case told.notFiltered:
        return { refusal: notFiltered() };
      default:
        return undefined;
    }
  }
}

const signalBits = 0x7f;

/** As the system tells whoever waits. */
function readStatus(status: number): Exit {
  const signal = status & signalBits;
  if (signal === 0) return { exitCode: (status >> 8) & 0xff, signal: null };
  return { exitCode: null, signal: nameOf(constants.signals, signal) ?? `SIG${signal}` };
}

function nameOf(numbers: Readonly<Record<string, number>>, number: number): string | undefined {
  return Object.entries(numbers).find(([, value]) => value === number)?.[0];
}

function notAsMeant(path: string): GateError {
  return new GateError(
    'UNAVAILABLE',
    `The program was not started: ${path} changed while its sandbox was being set up.`,
    {
      hint: 'Try again. If the problem persists, another program keeps replacing it',
    },
  );
}

function notFiltered(): GateError {
  return new GateError('UNAVAILABLE', 'The program was not started: the kernel rejected its system call filter.', {
    hint: 'Tell the owner: the sandbox needs a kernel with seccomp filters',
  });
}
