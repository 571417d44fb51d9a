// An answer that could not be written is not one that was given.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bin, finish, makeDirectory, start } from './process.js';

const cwd = makeDirectory({ 'plan.jsonl': '{"_cmd":"version"}\n' });

const inShell = (line: string) => finish(start('/bin/sh', ['-c', line], { cwd }));
const cmdgate = `'${process.execPath}' '${bin}'`;

test
  .runIf(process.platform === 'linux')
  .each(['--version', 'help', 'exec --input-file plan.jsonl', 'doctor --no-config'])(
  'a full disk is reported by %s',
  async (words) => {
    const { code, stderr } = await inShell(`${cmdgate} ${words} > /dev/full`);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('could not be written to stdout: no space left'),
    });
  },
);

test('a plan is not read from a device, which might never end', async () => {
  for (const device of ['/dev/zero', '/dev/random', '/dev/null', '.']) {
    const { code, stdout } = await inShell(`${cmdgate} exec --input-file ${device}`);
    expect({ code, answer: JSON.parse(stdout) }).toMatchObject({
      code: 2,
      answer: { error: { code: 'VALIDATION_ERROR' } },
    });
  }
  const pipe = join(cwd, 'pipe');
  const piped = await inShell(`mkfifo '${pipe}'; cat plan.jsonl > '${pipe}' & ${cmdgate} exec --input-file '${pipe}'`);
  expect(piped.code).toBe(0);
});

test('lines from a pipe whose answers nobody reads any more end with 141', async () => {
  const line = `yes help | head -3000 | { ${cmdgate} repl --stdin; echo $? > code; } | head -1`;
  await inShell(line);
  expect(readFileSync(join(cwd, 'code'), 'utf8')).toBe('141\n');
});

// These wait for seconds: together.
test.concurrent('waiting for somebody to write a named pipe ends with the signal', async () => {
  const pipe = join(cwd, 'silent');
  const line = `mkfifo '${pipe}'; timeout --preserve-status -k 60 4 ${cmdgate} exec --input-file '${pipe}'`;
  expect((await inShell(line)).code).toBe(143);
});

test.concurrent('lines from a pipe that are stopped end as the signal would have ended them', async () => {
  const { code } = await inShell(`sleep 8 | timeout --preserve-status -k 60 4 ${cmdgate} repl --stdin`);
  expect(code).toBe(143);
});

test.concurrent('a plan of which no line has come ends as the signal would have ended it', async () => {
  const { code } = await inShell(`sleep 8 | timeout --preserve-status -k 60 4 ${cmdgate} exec`);
  expect(code).toBe(143);
});
