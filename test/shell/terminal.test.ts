// People at terminals: the one who typed the command is asked there; somebody in another terminal can answer an agent.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createGate } from '../../src/index.js';
import { ownDirectory } from '../../src/ledger/own-directory.js';
import { PseudoTerminal } from './pseudo-terminal.js';
import { newWorkspace } from './workspace.js';

const workspaceWithBuild = () =>
  newWorkspace({ 'cmdgate.config.json': '{ "shell": { "enabled": true } }', 'build/x': '' });

test('whoever types a command that asks is shown everything, and a yes runs it', async () => {
  const workspace = workspaceWithBuild();
  const terminal = new PseudoTerminal(workspace, 'shell rm -r build');

  await terminal.shows('This needs approval:');
  await terminal.shows('Run it?');
  expect(terminal.written).toContain('/rm');
  expect(terminal.written).toContain('build');
  terminal.type('y\r');

  expect(await terminal.ended).toBe(0);
  expect(existsSync(join(workspace, 'build'))).toBe(false);
});

test('anything but a yes is a no', async () => {
  const workspace = workspaceWithBuild();
  const terminal = new PseudoTerminal(workspace, 'shell rm -r build');

  await terminal.shows('Run it?');
  terminal.type('\r');

  expect(await terminal.ended).toBe(7);
  expect(existsSync(join(workspace, 'build/x'))).toBe(true);
});

test('a question that is longer than the screen is read to its end before it is answered', async () => {
  const workspace = workspaceWithBuild();
  const names = Array.from({ length: 80 }, (_, at) => `build/${at}`).join(' ');
  const terminal = new PseudoTerminal(workspace, `shell rm -r build ${names}`);

  await terminal.shows('More below');
  expect(terminal.written).not.toContain('Run it?');
  // A yes there is none.
  terminal.type('y\r');
  await terminal.shows('build/79');
  await terminal.typeUntil('\r', () => terminal.written.includes('Run it?'));
  terminal.type('n\r');

  expect(await terminal.ended).toBe(7);
  expect(existsSync(join(workspace, 'build/x'))).toBe(true);
});

test('the REPL asks too, and goes on afterwards', async () => {
  const workspace = workspaceWithBuild();
  const terminal = new PseudoTerminal(workspace, 'repl');

  await terminal.shows('> ');
  terminal.type('shell rm -r build\r');
  await terminal.shows('Run it?');
  terminal.type('y\r');
  await expect.poll(() => existsSync(join(workspace, 'build')), { timeout: 20_000 }).toBe(false);
  terminal.type('shell echo after $HOME\r');
  await terminal.shows('after $HOME\r\n');
  terminal.type('exit\r');

  expect(await terminal.ended).toBe(0);
});

test('an agent waits while somebody in another terminal reads, and runs when they press y', async () => {
  const workspace = workspaceWithBuild();
  const terminal = new PseudoTerminal(workspace, 'approvals');
  await expect
    .poll(() => existsSync(join(ownDirectory(workspace), 'approvals/terminals')), { timeout: 20_000 })
    .toBe(true);
  const gate = await createGate({ config: 'cmdgate.config.json', directory: workspace });
  onTestFinished(() => gate.close());
  await terminal.shows('Nothing is waiting');

  const running = gate.run(['shell', 'rm', '-r', 'build'], { caller: { name: 'agent', may: 'everything' } });
  await terminal.shows('rm -r build');
  await terminal.typeUntil('y', () => !existsSync(join(workspace, 'build')));

  expect(await running).toMatchObject({ status: 'completed', data: { exit_code: 0 } });
  terminal.type('q');
  expect(await terminal.ended).toBe(0);
});
