// What the checks do to an executable that they know nothing about.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkContract } from '../../packages/checks/src/contract/check-contract.js';
import type { Scorecard } from '../../packages/checks/src/contract/report.js';
import { isAlive } from '../fixtures/is-alive.js';

const fixture = fileURLToPath(new URL('../fixtures/contract-check/recording-cli.mjs', import.meta.url));

interface Call {
  readonly words: readonly string[];
  readonly pid: number;
  readonly cwd?: string;
  readonly home?: string;
}

describe('an executable that keeps little of the contract', () => {
  const directory = mkdtempSync(join(tmpdir(), 'cmdgate-test-'));
  const log = join(directory, 'calls.jsonl');
  let card: Scorecard;
  let calls: readonly Call[];

  beforeAll(async () => {
    card = await checkContract({ executable: [process.execPath, fixture, log], directory, timeLimitMs: 3_000 });
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
    calls = lines.map((line) => JSON.parse(line) as Call);
  }, 600_000);

  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const statusOf = (id: string) => card.checks.find((check) => check.id === `REQ-${id}`)?.status;

  test('what changes something is called with --dry-run, or not at all', () => {
    const changing = calls.filter(({ words }) => ['change', 'destroy', 'reckless'].includes(words[0] ?? ''));
    expect(changing.length).toBeGreaterThan(0);
    expect(changing.filter(({ words }) => !words.includes('--dry-run'))).toEqual([]);
    expect(calls.filter(({ words }) => words[0] === 'reckless')).toEqual([]);
  });

  test('nothing of it is left: no process, no file', () => {
    expect(calls.some(({ words }) => words[0] === '(child)')).toBe(true);
    expect(calls.filter(({ pid }) => isAlive(pid))).toEqual([]);
    expect(calls.flatMap(({ cwd = '/' }) => (cwd !== '/' && existsSync(cwd) ? [cwd] : []))).toEqual([]);
    expect(calls.filter(({ home }) => home === process.env.HOME)).toEqual([]);
  });

  test('its faults are found, with what was run and what was seen', () => {
    expect(card.checks.find(({ id }) => id === 'REQ-F-022')).toMatchObject({
      status: 'failed',
      evidence: expect.arrayContaining([
        {
          ran: expect.stringContaining('recording-cli.mjs'),
          saw: expect.stringMatching(/exit code \d/),
          expected: 'meta.schema_version like 1.0',
        },
      ]),
    });
    const wrong = ['F-001', 'F-004', 'F-013', 'F-072', 'F-024', 'C-001', 'C-013', 'C-029', 'O-001', 'O-041', 'O-050'];
    expect(wrong.map((id) => [id, statusOf(id)])).toEqual(wrong.map((id) => [id, 'failed']));
  });

  test('what it does keep is counted, and what cannot be seen is told apart', () => {
    expect([statusOf('C-002'), statusOf('F-033'), statusOf('F-018')]).toEqual([
      ...['passed', 'not-shown', 'not-shown'],
    ]);
    const { requirements, passed, failed, notShown } = card.all;
    expect([requirements, passed + failed + notShown]).toEqual([122, 122]);
    expect(card.all.percent).toBeLessThan(20);
  });
});

test('a program that is not there has no score', async () => {
  await expect(checkContract({ executable: ['/nonexistent/program'], directory: '/' })).rejects.toThrow('ENOENT');
});

test('it can be given up', async () => {
  const controller = new AbortController();
  const executable = [process.execPath, '-e', 'setInterval(() => {}, 1000)'];
  const checking = checkContract({ executable, directory: '/', signal: controller.signal });
  setTimeout(() => controller.abort(), 2_000);
  await expect(checking).rejects.toThrow();
}, 60_000);

test('on a machine where everything takes long, a slow command is not taken for one that waits for ever', async () => {
  const answer = (data: string, code = '0') =>
    `console.log(JSON.stringify({ ok: ${code} === 0, data: ${data}, error: null, warnings: [], meta: { config_sources: [] } })); process.exitCode = ${code};`;
  const manifest = `{ standard_flags: { timeout: {} }, commands: { look: { danger_level: 'safe' } } }`;
  const script = `
    const [, word, , limit] = process.argv;
    if (word === '--version') setTimeout(() => { ${answer('{}')} }, 400);
    if (word === 'manifest') { ${answer(manifest)} }
    if (word === 'look') { ${answer('{}', '(parseInt(limit, 10) < 3_000 ? 10 : 0)')} }`;
  const executable = [process.execPath, '-e', script, '--'];

  const { checks } = await checkContract({ executable, directory: '/', only: ['REQ-F-028'] });

  expect(checks.map(({ status }) => status)).toEqual(['passed']);
});
