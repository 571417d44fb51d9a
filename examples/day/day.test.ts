// The day ends well, and leaves nothing behind.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const script = fileURLToPath(new URL('day.mjs', import.meta.url));

let temporary: string;

beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'cmdgate-example-'));
});

afterEach(() => rmSync(temporary, { recursive: true, force: true }));

test('an agent works, breaks something, and the owner brings it back', () => {
  const env = { ...process.env, TMPDIR: temporary };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8', timeout: 120_000 });
  expect([status, stdout, stderr]).toEqual([0, expect.stringContaining('\nA good day.\n'), expect.any(String)]);
  expect(stdout).toContain('{"total":4.4}');
  expect(readdirSync(temporary).filter((name) => name.startsWith('cmdgate-day-'))).toEqual([]);
}, 150_000);
