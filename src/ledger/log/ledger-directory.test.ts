import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LedgerDirectory } from './ledger-directory.js';
import { TestLedger } from './test-helpers.js';

const ledger = new TestLedger();

/** As a system lists a directory to which files are added meanwhile. */
class LateDirectory extends LedgerDirectory {
  override listSegments(gate: string): readonly number[] {
    return super.listSegments(gate).slice(-1);
  }
}

test('a segment that the list missed is found', () => {
  const gate = ledger.fill(1);
  for (const number of [2, 3, 5, 6]) writeFileSync(ledger.segment(gate, number), '');
  const find = (from: number) => new LateDirectory(ledger.directory).findSegment(gate, from);
  expect([5, 6, 7].map(find)).toEqual([5, 6, undefined]);
  expect(new LedgerDirectory(ledger.directory).findSegment(gate, 4)).toBe(5);
  writeFileSync(ledger.segment(gate, 4), '');
  expect([1, 2, 4].map(find)).toEqual([1, 2, 4]);
});
