import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nameHolder, newHolder } from './holder.js';
import { Marks } from './marks.js';

let parent: string;
let directory: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'cmdgate-marks-'));
  directory = join(parent, 'marks');
});

afterEach(() => rmSync(parent, { recursive: true, force: true }));

test('a mark is seen by others until it is taken away', () => {
  const [one, other] = [new Marks(directory), new Marks(directory)];
  expect(other.ofOthers()).toEqual([]);
  expect(existsSync(directory)).toBe(false);
  const removals = [one.put(1), one.put(2)];
  expect(one.ofOthers()).toEqual([]);
  expect(other.ofOthers().map(({ isDead }) => isDead)).toEqual([false, false]);
  for (const remove of removals) remove();
  removals[0]?.();
  expect([other.ofOthers(), readdirSync(directory)]).toEqual([[], []]);
});

test('those of dead processes are told apart, and other files are no marks', () => {
  const marks = new Marks(directory);
  marks.put();
  const dead = nameHolder({ ...newHolder(), pid: 2 ** 30 });
  for (const name of [dead, `${dead}.3`, 'notes.txt', '7.lock']) writeFileSync(join(directory, name), '');
  expect(marks.ofOthers()).toEqual([dead, `${dead}.3`].map((name) => ({ path: join(directory, name), isDead: true })));
});
