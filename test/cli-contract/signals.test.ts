// A process that is told to end says what became of its run.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { finish, makeDirectory } from '../cli/process.js';
import { fixture, inShell, readDocument, startContractCli } from './contract-cli.js';

async function interrupt(signals: readonly NodeJS.Signals[], cwd: string) {
  const child = startContractCli(['sleep'], { cwd });
  const finished = finish(child);
  child.stderr.once('data', () => {
    for (const signal of signals) child.kill(signal);
  });
  return await finished;
}

test.each([
  ['REQ-F-013', 'SIGTERM', 143],
  ['REQ-F-069', 'SIGINT', 130],
] as const)('%s: %s is answered with one document, and exit code %d', async (_, signal, exitCode) => {
  const cwd = makeDirectory();
  const { code, stdout } = await interrupt([signal], cwd);
  const { ok, error, meta } = readDocument(stdout);
  expect({ code, ok, error: [error.code, error.exit_code], meta: [meta.ok, meta.exit_code] }).toEqual({
    ...{ code: exitCode, ok: false, error: ['CANCELED', exitCode], meta: [false, exitCode] },
  });
  expect(meta.duration_ms).toEqual(expect.any(Number));
  expect(existsSync(join(cwd, 'lock'))).toBe(false);
});

test.each([
  ['REQ-F-013', 'SIGTERM', 143],
  ['REQ-F-069', 'SIGINT', 130],
] as const)('%s: a second %s brings no second document', async (_, signal, exitCode) => {
  const { code, stdout } = await interrupt([signal, signal], makeDirectory());
  expect([code, stdout.split('\n').filter((line) => line !== '').length <= 1]).toEqual([exitCode, true]);
});

test('REQ-F-014: a reader that has enough ends the stream without a word', async () => {
  const run = `'${process.execPath}' '${fixture}' stream --count 100000 --format jsonl`;
  const { stdout, stderr } = await inShell(`{ ${run}; echo "exit $?" >&2; } | head -1`);
  expect({ stdout, stderr }).toEqual({ stdout: '{"n":1}\n', stderr: 'exit 141\n' });
});

test('REQ-F-014: a reader that leaves before the document is delivered is told from one that got it', async () => {
  const run = `'${process.execPath}' '${fixture}' large`;
  const { stderr } = await inShell(`{ ${run}; echo "exit $?" >&2; } | head -c 10 > /dev/null`);
  expect(stderr).toBe('exit 141\n');
});
