import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bundle } from '../../../test/fixtures/bundle.js';
import { readInterpreter } from './read-interpreter.js';

const home = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-interpreter-')));

afterAll(() => rmSync(home, { recursive: true, force: true }));

test('what is not there cannot be read', () => {
  expect(readInterpreter(join(home, 'missing'))).toEqual({ kind: 'unreadable' });
});

// In a process of its own: waiting for the pipe would stop this one.
test('a file that has become a pipe is not waited for', async () => {
  const pipe = join(home, 'pipe');
  const module = join(home, 'read-interpreter.mjs');
  execFileSync('mkfifo', [pipe]);
  await bundle(join(import.meta.dirname, 'read-interpreter.ts'), module);
  const code = `
    import { readInterpreter } from ${JSON.stringify(module)};
    console.log(readInterpreter(${JSON.stringify(pipe)}).kind);
  `;
  const options = { encoding: 'utf8', timeout: 20_000, killSignal: 'SIGKILL' } as const;
  expect(execFileSync(process.execPath, ['--input-type=module', '--eval', code], options)).toBe('unreadable\n');
});
