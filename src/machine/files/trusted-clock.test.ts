import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { takeTrustedTime } from './trusted-clock.js';

const day = 24 * 60 * 60_000;

test('a clock is believed a day further each time, and at once where it was set back', () => {
  const directory = mkdtempSync(join(tmpdir(), 'cmdgate-clock-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const take = (days: number) => {
    const time = takeTrustedTime(join(directory, 'clock'), days * day);
    return time === undefined ? undefined : time / day;
  };
  expect([100, 100.5, 9_000, 9_000, 101, 200].map(take)).toEqual([undefined, 100.5, 101.5, 102.5, 101, 102]);
});
