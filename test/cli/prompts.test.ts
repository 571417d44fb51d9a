// Questions of a handler: at a real terminal, and where nobody sits at one.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { finish, makeDirectory, start } from './process.js';

const library = pathToFileURL(fileURLToPath(new URL('../../dist/index.js', import.meta.url))).href;

const program = `
import { runCli } from ${JSON.stringify(library)};
const all = {
  description: 'Ask everything', interactive: true,
  handler: async (_, { prompt, progress, log }) => {
    progress(1, 4, 'starting');
    const name = await prompt.text('Name\\u001b[2J?', { option: '--name', default: 'Ada' });
    const size = await prompt.select('Size?', { option: '--size', choices: ['small', 'large'] });
    const password = await prompt.password('Password?', { option: '--password-from-env NAME' });
    const sure = await prompt.confirm('Sure?');
    log.warn('signed in with ' + password);
    return { name, size, password, length: password.length, sure };
  },
};
await runCli({ name: 'asks', commands: { all, apart: { ...all, isolated: true } }, ledger: { directory: 'ledger' } });
`;

test.each(['all', 'apart'])(
  'at a terminal each question gets its answer, and no password is seen (%s)',
  async (command) => {
    const cwd = makeDirectory({ 'asks.mjs': program });
    const child = start('script', ['-qec', `${process.execPath} asks.mjs ${command} --format json`, '/dev/null'], {
      cwd,
    });
    const answers = [
      ['Ada]', '\r'],
      ['1 to 2:', '7\r'],
      ['1 to 2:', '2\r'],
      ['Password?', 'hunter2-secret\r'],
      ['[y/N]', 'y\r'],
    ];
    let seen = '';
    child.stdout.on('data', (chunk: Buffer) => {
      seen += chunk;
      const [text = '', typed = ''] = answers[0] ?? [];
      if (text === '' || !seen.includes(text)) return;
      seen = '';
      answers.shift();
      child.stdin.write(typed);
    });
    const { stdout } = await finish(child);
    const document = JSON.parse(stdout.slice(stdout.indexOf('{"ok"')));
    expect(document.data).toEqual({ name: 'Ada', size: 'large', password: '[REDACTED]', length: 14, sure: true });
    expect(stdout).toContain('signed in with [REDACTED]');
    expect(stdout).not.toMatch(/hunter2|\u001b\[2J/);
    const recorded = readdirSync(join(cwd, 'ledger'), { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    for (const file of recorded) expect(readFileSync(join(file.parentPath, file.name)).includes('hunter2')).toBe(false);
  },
);

test('in a script the answer names the option that is missing', async () => {
  const child = start(process.execPath, ['asks.mjs', 'all'], { cwd: makeDirectory({ 'asks.mjs': program }) });
  const { code, stdout, stderr } = await finish(child);
  expect([code, stderr, JSON.parse(stdout).error]).toMatchObject([
    4,
    '',
    { code: 'INPUT_REQUIRED', hint: 'Add --name to answer in advance' },
  ]);
});
