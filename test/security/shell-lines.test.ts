// Lines that an answer offers are pasted into a shell, by agents without a second thought. What a caller sent, or a
// service answered, may stand in them.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { finish, makeDirectory, start } from '../cli/process.js';

const index = new URL('../../dist/index.js', import.meta.url).href;

const tool = `import { CommandError, runCli } from ${JSON.stringify(index)};
const id = { name: 'id', type: 'string', required: true, description: 'Which' };
await runCli({ name: 'tool', commands: {
  show: { description: 'Shows', danger: 'safe', arguments: [id], handler: ({ id }) => id },
  start: {
    description: 'Starts', job: { status: 'show', cancel: 'show' }, arguments: [id],
    handler: ({ id }) => ({ job_id: id }),
  },
  fail: {
    description: 'Fails', danger: 'safe', arguments: [id],
    handler: ({ id }) => {
      throw new CommandError('PRECONDITION', 'Not there', { hint: 'Make it', fixCommand: 'show ' + id });
    },
  },
} });`;

const texts = ['x;touch pwned', '$(touch pwned)', '`touch pwned`', 'x&&touch pwned', 'x|touch pwned', 'x>pwned'];

/** Whatever the line does, as a person or an agent would run it. */
const inShell = (line: string, cwd: string) =>
  new Promise<void>((resolve) => {
    execFile('sh', ['-c', line], { cwd }, () => resolve());
  });

test.each(texts)('%s runs nothing, wherever the line that holds it comes from', async (text) => {
  const cwd = makeDirectory({ 'tool.mjs': tool });
  const call = async (...words: string[]) => {
    const child = start(process.execPath, ['tool.mjs', ...words], { cwd });
    child.stdin.end();
    return JSON.parse((await finish(child)).stdout);
  };
  const plan = JSON.stringify({ _cmd: 'fail', id: text });
  const offered = [
    (await call('fail', text)).error.fix_command,
    (await call('exec', '--input', plan)).error.fix_command,
    (await call('start', text)).data.status_command,
  ];
  for (const line of offered) await inShell(line, cwd);
  expect(offered.every((line) => line.startsWith('node tool.mjs show '))).toBe(true);
  expect(existsSync(join(cwd, 'pwned'))).toBe(false);
});
