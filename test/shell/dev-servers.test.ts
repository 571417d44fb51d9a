// Servers that an agent runs in the background, and the calls after them: real servers, real sandboxes.

import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { describeUnfinished } from '../../src/gate/answering/unfinished.js';
import type { KnownRun } from '../../src/gate/run/run-book.js';
import { localCaller } from '../../src/gate/session.js';
import type { Shell } from '../../src/index.js';
import { Heard, lenient, openShell } from './workspace.js';

/** Listens where it is told, and says who it is. */
const serverOf = (name: string) => `
const { createServer } = require('node:http');
const [port, host] = process.argv.slice(2);
createServer((_, response) => response.end('${name}')).listen(Number(port), host, () => console.log('listens'));
`;

const files = { 'one.js': serverOf('one'), 'two.js': serverOf('two') };

const open = (sandbox: object = {}) => openShell({ sandbox: { mode: 'required', ...sandbox } }, files);

/** Tries until somebody answers. */
const ask = (port: number | string, host = 'localhost') => ({
  command: 'curl',
  parameters: ['-sS', '--retry', '60', '--retry-delay', '1', '--retry-connrefused', `http://${host}:${port}/`],
});

const askOnce = (port: number) => ({ command: 'curl', parameters: ['-sS', `http://127.0.0.1:${port}/`] });

const serve = (name: string, ...args: readonly (string | number)[]) => ({
  command: 'node',
  parameters: [`${name}.js`, ...args.map(String)],
  background: true,
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Open files of this process that are namespaces. */
function namespacesHeld(): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${descriptor}`);
      return /^(?:user|net):/.test(target) ? [target] : [];
    } catch {
      return [];
    }
  });
}

const stop = async (shell: Shell, runId: string) => {
  shell.cancel({ run: runId });
  await expect.poll(namespacesHeld).toEqual([]);
};

test('a server in the background is reached by later calls, by name and by address', async () => {
  const shell = open();
  const started = await shell.run(serve('one', 3000, 'localhost'));
  expect(started).toMatchObject({ state: 'queued', warnings: [] });
  expect(await shell.run(ask(3000))).toMatchObject({ stdout: 'one', exitCode: 0, scope: 'enforced' });
  expect(await shell.run(ask(3000, '127.0.0.1'))).toMatchObject({ stdout: 'one' });
  const fetched = `fetch('http://localhost:3000/').then((answer) => answer.text()).then(console.log)`;
  expect(await shell.run({ command: 'node', parameters: ['-e', fetched] })).toMatchObject({ stdout: 'one\n' });
  // A whole line is in one sandbox.
  expect(await shell.run({ command: 'curl -s localhost:3000 | tr a-z A-Z && echo' })).toMatchObject({
    stdout: 'ONE\n',
  });
  // Not from outside of the sandbox.
  await expect(fetch('http://127.0.0.1:3000/')).rejects.toThrow();
  await stop(shell, started.runId);
});

test('another session reaches nothing of it, and has its ports for itself', async () => {
  const shell = open();
  const [mine, other] = [shell.openSession(), shell.openSession()];
  const first = await shell.run(serve('one', 3000, '127.0.0.1'), { session: mine });
  expect(await shell.run(ask(3000), { session: mine })).toMatchObject({ stdout: 'one' });
  expect(await shell.run(askOnce(3000), { session: other })).toMatchObject({ exitCode: 7, stdout: '' });
  const second = await shell.run(serve('two', 3000, '127.0.0.1'), { session: other });
  expect(await shell.run(ask(3000), { session: other })).toMatchObject({ stdout: 'two' });
  expect(await shell.run(ask(3000), { session: mine })).toMatchObject({ stdout: 'one' });
  shell.cancel({ run: first.runId });
  await stop(shell, second.runId);
});

test('another caller in the same session reaches nothing of it', async () => {
  const shell = open();
  const session = shell.openSession();
  const [ann, ben] = ['ann', 'ben'].map((name) => ({ session, caller: { name, may: 'everything' as const } }));
  const { runId } = await shell.run(serve('one', 3000, '127.0.0.1'), ann);
  expect(await shell.run(ask(3000), ann)).toMatchObject({ stdout: 'one' });
  expect(await shell.run(askOnce(3000), ben)).toMatchObject({ exitCode: 7 });
  await stop(shell, runId);
});

test('a line that ends with & is a server as well', async () => {
  const shell = open();
  const { runId } = await shell.run({ command: 'node one.js 3000 127.0.0.1 &' });
  expect(await shell.run(ask(3000))).toMatchObject({ stdout: 'one' });
  await stop(shell, runId);
});

test('when nothing is in the background any more, each run is alone again', async () => {
  const shell = open();
  const look = `console.log(require('fs').readlinkSync('/proc/self/ns/net'))`;
  const networkOf = async () => (await shell.run({ command: 'node', parameters: ['-e', look] })).stdout;
  const { runId } = await shell.run(serve('one', 3000, '127.0.0.1'));
  await shell.run(ask(3000));
  const shared = await networkOf();
  expect(await networkOf()).toBe(shared);
  await stop(shell, runId);
  const alone = await networkOf();
  expect(alone).toMatch(/^net:/);
  expect(alone).not.toBe(shared);
});

test('runs tell the ports that they listen on, without those of the gate', async () => {
  const shell = open();
  const session = shell.openSession();
  const { runId } = await shell.run(serve('one', 3000, '127.0.0.1'), { session });
  await shell.run(ask(3000), { session });
  // It listens on more, and another run on others.
  const second = await shell.run({ command: 'sh -c "node one.js 3001 ::1 & node two.js 3002" &' }, { session });
  await shell.run(ask(3001, '[::1]'), { session });
  await shell.run(ask(3002), { session });
  const known = (id: string) => shell.gate.find(localCaller, id)?.listening();
  expect(known(runId)).toEqual({ ports: [3000] });
  expect(known(second.runId)).toEqual({ ports: [3001, 3002] });
  const line = { path: ['runs', 'list'], input: {} };
  const listed = await shell.gate.run({ line, door: 'library', caller: localCaller, session });
  expect(listed).toMatchObject({
    data: {
      runs: expect.arrayContaining([
        expect.objectContaining({ run: second.runId, ports: [3001, 3002] }),
        expect.objectContaining({ run: runId, ports: [3000] }),
      ]),
    },
  });
  shell.cancel({ run: second.runId });
  await stop(shell, runId);
});

test('a server that was not sent to the background is told to be alone', async () => {
  const shell = open();
  const heard = new Heard();
  const run = shell.run({ ...serve('one', 3000, '127.0.0.1'), background: false }, { onEvent: heard.listen });
  const { run_id: id } = await heard.until(() => true);
  const known = shell.gate.find(localCaller, id) as KnownRun;
  await expect.poll(() => known.listening()).toEqual({ ports: [3000] });
  expect(await describeUnfinished(known.run, known)).toMatchObject({
    data: { ports: [3000] },
    run: { warnings: [{ code: 'NOT_REACHABLE', message: expect.stringContaining('"background": true') }] },
  });
  known.cancel();
  await run;
});

test('without a sandbox a server is reached, too, and its ports are told', async () => {
  const shell = openShell({ sandbox: 'off', policy: lenient }, files);
  const port = await freePort();
  const { runId } = await shell.run(serve('one', port, '127.0.0.1'));
  await expect.poll(() => fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text(), String)).toBe('one');
  expect(shell.gate.find(localCaller, runId)?.listening()).toEqual({ ports: [port] });
});

test('a published port is reached from this machine while the server runs, and from no other address', async () => {
  const port = await freePort();
  const shell = open({ publish: [port] });
  const address = `http://127.0.0.1:${port}/`;
  const get = () =>
    fetch(address).then(
      (answer) => answer.text(),
      ({ cause }) => cause.code,
    );
  const { runId, text } = await shell.run(serve('one', port, '127.0.0.1'));
  expect(text).toContain(`127.0.0.1:${port}`);
  await expect.poll(get).toBe('one');
  expect(await Promise.all(Array.from({ length: 50 }, get))).toEqual(Array(50).fill('one'));
  expect(addressesOf(port)).toEqual(['0100007F']);
  await stop(shell, runId);
  expect(addressesOf(port)).toEqual([]);
  // A connection that was kept open is noticed to be gone first.
  await expect.poll(get).toBe('ECONNREFUSED');
  await expect.poll(connectors).toEqual([]);
});

test('a published port passes a large body on, in both directions, and closes when the server closes', async () => {
  const port = await freePort();
  const shell = openShell(
    { sandbox: { mode: 'required', publish: [port] } },
    {
      'echo.js': `require('node:net').createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket)).listen(${port}, '::1')`,
    },
  );
  const { runId } = await shell.run({ command: 'node', parameters: ['echo.js'], background: true });
  await expect.poll(() => shell.gate.find(localCaller, runId)?.listening()).toEqual({ ports: [port] });
  const sent = randomBytes(5_000_000);
  expect(Buffer.compare(await echo(port, sent), sent)).toBe(0);
  await stop(shell, runId);
});

test('a port that is taken is told, and the run goes on', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const shell = open({ publish: [port] });
  const [first, second] = [shell.openSession(), shell.openSession()];
  const message = `Port ${port} is not published: another program on this machine listens there.`;
  const one = await shell.run(serve('one', 3000, '127.0.0.1'), { session: first });
  expect(one.warnings).toEqual([{ code: 'PORT_NOT_PUBLISHED', message }]);
  expect(await shell.run(ask(3000), { session: first })).toMatchObject({ stdout: 'one' });
  await new Promise((resolve) => taken.close(resolve));
  // The first session that asks has it.
  const two = await shell.run(serve('two', port, '127.0.0.1'), { session: second });
  expect(two.warnings).toEqual([]);
  const three = await shell.run(serve('one', port, '127.0.0.1'), { session: first });
  expect(three.warnings).toEqual([
    { code: 'PORT_NOT_PUBLISHED', message: `Port ${port} is not published: another session of this gate uses it.` },
  ]);
  await expect.poll(() => fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text(), String)).toBe('two');
  for (const { runId } of [one, two]) shell.cancel({ run: runId });
  await stop(shell, three.runId);
});

/** On which addresses of this machine somebody listens, as the system writes them. */
function addressesOf(port: number): readonly string[] {
  const hexadecimal = port.toString(16).toUpperCase().padStart(4, '0');
  const tables = ['tcp', 'tcp6'].map((name) => readFileSync(`/proc/self/net/${name}`, 'latin1'));
  return [...tables.join('').matchAll(new RegExp(`: (\\w+):${hexadecimal} \\w+:0000 0A`, 'g'))].map(
    ([, one = '']) => one,
  );
}

/** Processes of this one that join connections. */
function connectors(): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'latin1').includes('connector-process.mjs') && isChild(name);
    } catch {
      return false;
    }
  });
}

function isChild(pid: string): boolean {
  return readFileSync(`/proc/${pid}/status`, 'latin1').includes(`PPid:\t${process.pid}\n`);
}

function echo(port: number, sent: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const got: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('data', (chunk: Buffer) => got.push(chunk)).on('error', reject);
    socket.on('end', () => resolve(Buffer.concat(got)));
    socket.end(sent);
  });
}
