import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConformanceReport } from '../../packages/checks/src/conformance/report.js';
import { quoteWords } from '../../src/command-line/quote.js';
import { ledgerOf } from '../fixtures/ledger-entries.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const executable = join(root, 'bin/cmdgate.js');

let workspace: string;
let config: string;
let auditFile: string;

beforeAll(() => {
  // Beside node_modules, where the example's own imports are found.
  workspace = mkdtempSync(join(root, 'examples', '.office-'));
  cpSync(join(root, 'examples/office'), workspace, { recursive: true });
  rmSync(ledgerOf(workspace), { recursive: true, force: true });
  config = join(workspace, 'cmdgate.config.json');
  auditFile = join(ledgerOf(workspace), 'log');
});

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

function conformance(...words: string[]): { status: number | null; report: ConformanceReport; table: string } {
  const args = [executable, 'conformance', ...words, '--audit-file', auditFile];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: tmpdir(), encoding: 'utf8' });
  const { data, error } = JSON.parse(stdout);
  return { status, report: (data ?? error.result) as ConformanceReport, table: stderr };
}

const failed = (report: ConformanceReport) => report.checks.filter(({ status }) => status !== 'passed');

test('our own server reaches level Full over stdio', () => {
  const { status, report, table } = conformance(
    '--command',
    quoteWords([process.execPath, executable, 'serve', '--config', config]),
  );

  expect(failed(report)).toEqual([]);
  expect(report.achieved).toBe('full');
  expect(status).toBe(0);
  expect(table).toContain('Achieved: full');
}, 120_000);

test('our own server reaches level Full over HTTP', async () => {
  const { server, url } = await serveHttp();
  try {
    const { status, report } = conformance('--url', url);

    expect(failed(report)).toMatchObject([{ id: 'security.no-shell', status: 'not-observable' }]);
    expect(report.achieved).toBe('full');
    expect(status).toBe(0);
  } finally {
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  }
}, 120_000);

async function serveHttp(): Promise<{ server: ChildProcess; url: string }> {
  const args = [executable, 'serve', '--http', '--port', '0', '--config', config];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  return { server, url: JSON.parse(line.toString()).endpoint as string };
}
