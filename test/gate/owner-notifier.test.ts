// Who is told that something waits: a command and a webhook, both real.

import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { noticeOf } from '../../src/gate/approving/notice.js';
import { openOwnerNotifier } from '../../src/gate/approving/owner-notifier.js';
import { createGate } from '../../src/index.js';
import { sampleApproval } from '../../src/ledger/approvals/test-helpers.js';
import { ownDirectory } from '../../src/ledger/own-directory.js';
import { Secrets } from '../../src/vocabulary/secrets.js';

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'cmdgate-notify-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const notice = noticeOf(sampleApproval('one'), Secrets.none);

/** Writes its arguments, what it read and the names of its variables to a file. */
function writeTeller(directory: string, more = ''): string {
  const file = join(directory, 'tell.mjs');
  writeFileSync(
    file,
    `import { readFileSync, writeFileSync } from 'node:fs';
const read = readFileSync(0, 'utf8');
const told = { args: process.argv.slice(2), read: JSON.parse(read), names: Object.keys(process.env).sort() };
writeFileSync(${JSON.stringify(join(directory, 'told.json'))}, JSON.stringify(told));
${more}`,
  );
  chmodSync(file, 0o755);
  return file;
}

async function listen(status: number, location?: string) {
  const bodies: unknown[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      bodies.push([request.method, request.headers['content-type'], JSON.parse(text)]);
      response.writeHead(status, location === undefined ? {} : { location }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-path`, bodies };
}

test('a command gets the notice as its last argument and as JSON, and nothing of the gate', async () => {
  const directory = newDirectory();
  const command = [process.execPath, writeTeller(directory), '--', 'first'];
  const environment = { PATH: '/usr/bin', DISPLAY: ':0', CMDGATE_TOKEN: 'secret', NODE_OPTIONS: '--no-such-option' };
  const tell = openOwnerNotifier({ command, directory, environment });

  expect(await tell(notice)).toBeUndefined();

  const told = JSON.parse(readFileSync(join(directory, 'told.json'), 'utf8'));
  expect(told).toEqual({
    args: ['--', 'first', 'local asks to run: shell npm test'],
    read: notice,
    names: ['DISPLAY', 'PATH'],
  });
});

test('a webhook gets the notice as JSON', async () => {
  const { url, bodies } = await listen(204);
  const tell = openOwnerNotifier({ url, directory: newDirectory(), environment: {} });

  expect(await tell(notice)).toBeUndefined();

  expect(bodies).toEqual([['POST', 'application/json', notice]]);
});

test('what goes wrong is told, without the address of the webhook', async () => {
  const directory = newDirectory();
  const { url } = await listen(500);
  const failing = [process.execPath, writeTeller(directory, 'process.exit(3)')];
  const both = openOwnerNotifier({ command: failing, url, directory, environment: {} });
  expect(await both(notice)).toBe(`${process.execPath} ended with exit code 3; the webhook answered 500`);

  const missing = openOwnerNotifier({ command: ['/no/such/program'], directory, environment: {} });
  expect(await missing(notice)).toContain('/no/such/program could not be started');

  const elsewhere = await listen(302, url);
  const moved = openOwnerNotifier({ url: elsewhere.url, directory, environment: {} });
  const problem = await moved(notice);
  expect(problem).toMatch(/^the webhook could not be reached/);
  expect(problem).not.toContain('secret-path');
});

test('agents who ask fast start no crowd of programs', async () => {
  const { url, bodies } = await listen(200);
  const tell = openOwnerNotifier({ url, directory: newDirectory(), environment: {} });

  const problems = await Promise.all(Array.from({ length: 10 }, () => tell(notice)));

  expect(problems.filter((problem) => problem === undefined)).toHaveLength(bodies.length);
  expect(problems.filter((problem) => problem?.includes('too many'))).toHaveLength(6);
  expect(await tell(notice)).toBeUndefined();
});

test('a notice is one line, without secrets and without what could steer a terminal', () => {
  const line = `rm -r a\nApproved: b \x1b[2J\u202e --password=hunter2 known ${'x'.repeat(300)}`;
  const approval = sampleApproval('one', { caller: 'eve\n', subject: { request: 'shell', command: 'shell', line } });

  const { text, request } = noticeOf(approval, Secrets.of(['known']));

  expect(text).toMatch(/^eve\\u\{a\} asks to run: rm -r a\\u\{a\}Approved: b \\u\{1b\}\[2J\\u\{202e\} /);
  expect(text).not.toMatch(/hunter2|known|\n|\x1b/);
  expect(request.length).toBeLessThan(260);
});

test('a gate tells whom its configuration names, once for each question', async () => {
  const directory = newDirectory();
  onTestFinished(() => rmSync(ownDirectory(directory), { recursive: true, force: true }));
  const { url, bodies } = await listen(200);
  writeTeller(directory);
  writeFileSync(join(directory, 'build'), 'x');
  const notify = { command: [process.execPath, 'tell.mjs'], url: 'env:HOOK' };
  const file = join(directory, 'cmdgate.config.json');
  writeFileSync(
    file,
    JSON.stringify({ shell: { enabled: true }, sandbox: 'off', audit: false, approvals: { notify } }),
  );
  const gate = await createGate({ config: file, environment: { ...process.env, HOOK: url } });
  onTestFinished(() => gate.close());
  const request = { path: 'shell', input: { command: 'rm -r build; true' } };

  await gate.run(request);
  await gate.run(request);

  await expect.poll(() => bodies.length === 1 && existsSync(join(directory, 'told.json'))).toBe(true);
  expect(bodies).toMatchObject([['POST', 'application/json', { text: 'local asks to run: rm -r build; true' }]]);
  expect(JSON.parse(readFileSync(join(directory, 'told.json'), 'utf8')).args).toEqual([
    'local asks to run: rm -r build; true',
  ]);
  // What the gate starts for its owner is no file for agents.
  const changes = { path: 'shell', input: { command: 'cp build tell.mjs' } };
  expect(await gate.run(changes)).toMatchObject({ status: 'failed' });
});
