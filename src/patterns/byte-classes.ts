// Bytes that no step of a program tells apart are one class: a table then needs a column for each class only.

import type { ProgramNode } from './compile-program.js';
import { kindOfByte } from './edge-kind.js';

export const lineFeed = 0x0a;

/** In UTF-8, from here to there the bytes go on with a character. */
const firstContinuation = 0x80;
const firstLead = 0xc0;

export class ByteClasses {
  /** The class of each byte. */
  readonly ofByte = new Uint8Array(256);
  /** The first byte of each class, which stands for all of them. */
  readonly bytes: readonly number[];

  constructor(nodes: readonly ProgramNode[]) {
    const isEdge = edgesIn(nodes);
    const bytes: number[] = [];
    for (let byte = 0; byte < 256; byte++) {
      const differs =
        byte === 0 ||
        isEdge[byte] === 1 ||
        kindOfByte(byte) !== kindOfByte(byte - 1) ||
        byte === firstContinuation ||
        byte === firstLead ||
        byte === lineFeed ||
        byte === lineFeed + 1;
      if (differs) bytes.push(byte);
      this.ofByte[byte] = bytes.length - 1;
    }
    this.bytes = bytes;
  }
}

/** Where a step begins or has ended. */
function edgesIn(nodes: readonly ProgramNode[]): Uint8Array {
  const isEdge = new Uint8Array(257);
  for (const node of nodes) {
    if (node.kind !== 'bytes') continue;
    for (const { first, last } of node.steps) {
      isEdge[first] = 1;
      isEdge[last + 1] = 1;
    }
  }
  return isEdge;
}
