// An answer that could not be written is not one that was given.

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
      stderr: expect.stringContaining('could not be written to stdout: there is no space'),
    });
  },
);

test('a plan is not read from a device, which might never end', async () => {
  for (const device of ['/dev/zero', '/dev/null']) {
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
