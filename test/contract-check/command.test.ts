// `cmdgate contract check` as somebody types it.

import { expect, test } from 'vitest';
import { finish, makeDirectory, startCmdgate } from '../cli/process.js';

async function contract(...words: string[]) {
  const child = startCmdgate(['contract', ...words], { cwd: makeDirectory() });
  child.stdin.end();
  const { code, stdout, stderr } = await finish(child);
  return { code, stderr, envelope: JSON.parse(stdout) };
}

test('the scorecard is JSON on stdout and a table on stderr', async () => {
  const { code, envelope, stderr } = await contract('check', '--', 'true', '--config', 'nothing of ours');
  expect([code, envelope.ok, envelope.data.all.requirements]).toEqual([0, true, 122]);
  expect(envelope.data.target).toBe("true --config 'nothing of ours'");
  expect(stderr).toMatch(/^FAIL {2}REQ-F-004 {2}must/m);
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^all +\d+ of 122 \([\d.]+ %\), \d+ failed, \d+ not shown$/);
}, 120_000);

test.each([
  [['check', '--', '/nonexistent/program'], 5, 'PROGRAM_NOT_FOUND'],
  [['check'], 2, 'VALIDATION_ERROR'],
  [['praise', '--', 'true'], 2, 'VALIDATION_ERROR'],
])('%j is refused', async (words, exitCode, error) => {
  const { code, envelope } = await contract(...words);
  expect([code, envelope.error.code]).toEqual([exitCode, error]);
});
