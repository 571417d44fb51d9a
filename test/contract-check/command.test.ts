// `cmdgate contract check` as somebody types it.

import { expect, test } from 'vitest';
import { finish, makeDirectory, startCmdgate } from '../cli/process.js';

const files = {
  'my-tool.mjs': `console.log(JSON.stringify({ ok: true, data: {}, error: null, warnings: [], meta: { duration_ms: 1 } }));`,
  'cases.json': JSON.stringify({ lock: { call: 'deploy' }, locks: {}, throws: { call: ['x'], more: 1 } }),
  'broken.json': '{',
};

async function contract(...words: string[]) {
  const child = startCmdgate(['contract', ...words], { cwd: makeDirectory(files) });
  child.stdin.end();
  const { code, stdout, stderr } = await finish(child);
  return { code, stderr, envelope: JSON.parse(stdout) };
}

test('the scorecard is JSON on stdout and a table on stderr', async () => {
  const { code, envelope, stderr } = await contract('check', '--', 'true', '--config', 'nothing of ours');
  expect([code, envelope.ok, envelope.data.all.requirements]).toEqual([0, true, 122]);
  expect(envelope.data.target).toBe("true --config 'nothing of ours'");
  expect(stderr).toMatch(/^FAIL {2}REQ-F-004 {2}must/m);
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(
    /^all +\d+ of 122 passed \([\d.]+ %\), \d+ failed, \d+ not shown$/,
  );
}, 120_000);

test('a file of the executable is found from everywhere, and one requirement can be looked at alone', async () => {
  const { code, envelope } = await contract('check', '--only', 'F-004', '--', 'node', 'my-tool.mjs');
  expect([code, envelope.data.target, envelope.data.all]).toEqual([
    ...[0, 'node my-tool.mjs'],
    { requirements: 1, passed: 1, failed: 0, notShown: 0, percent: 100 },
  ]);
}, 60_000);

test('all that is wrong in the cases is told at once', async () => {
  const { code, envelope } = await contract('check', '--cases', 'cases.json', '--', 'true');
  expect([code, envelope.error.errors.map(({ field }: { field: string }) => field)]).toEqual([
    ...[2, ['lock.call', 'locks', 'throws.more']],
  ]);
});

test.each([
  [['check', '--', '/nonexistent/program'], 5, 'PROGRAM_NOT_FOUND'],
  [['check', '--', 'node', 'no-such-tool.mjs'], 5, 'PROGRAM_NOT_FOUND'],
  [['check', '--', 'sh', '-c', 'exit 3'], 5, 'PROGRAM_NOT_FOUND'],
  [['check', '--cases', 'missing.json', '--', 'true'], 2, 'VALIDATION_ERROR'],
  [['check', '--cases', 'broken.json', '--', 'true'], 2, 'VALIDATION_ERROR'],
  [['check', '--only', 'F-999', '--', 'true'], 2, 'VALIDATION_ERROR'],
  [['check'], 2, 'VALIDATION_ERROR'],
  [['praise', '--', 'true'], 2, 'VALIDATION_ERROR'],
])('%j is refused', async (words, exitCode, error) => {
  const { code, envelope } = await contract(...words);
  expect([code, envelope.error.code]).toEqual([exitCode, error]);
});
