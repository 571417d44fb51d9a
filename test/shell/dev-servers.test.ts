// Servers that an agent runs in the background, and the calls after them: real servers, real sandboxes.

import { readdirSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Shell } from '../../src/index.js';
import { openShell } from './workspace.js';

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
