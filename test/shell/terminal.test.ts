// People at terminals: the one who typed the command is asked there; somebody in another terminal can answer an agent.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createGate } from '../../src/index.js';
import { ownDirectory } from '../../src/ledger/own-directory.js';
import { newWorkspace } from './workspace.js';

const bin = join(import.meta.dirname, '../../bin/cmdgate.js');

const workspaceWithBuild = () =>
  newWorkspace({ 'cmdgate.config.json': '{ "shell": { "enabled": true } }', 'build/x': '' });

/** cmdgate on a pseudo-terminal. */
class Terminal {
  readonly ended: Promise<number | null>;
  readonly #child: ChildProcessWithoutNullStreams;
  written = '';

  constructor(workspace: string, words: string) {
    const line = `stty cols 100 rows 60; exec '${process.execPath}' '${bin}' ${words}`;
    const { PATH, XDG_STATE_HOME } = process.env;
    const env = { PATH, XDG_STATE_HOME, HOME: workspace, TERM: 'xterm' };
    this.#child = spawn('script', ['-qec', line, '/dev/null'], { cwd: workspace, env });
    this.#child.stdin.on('error', () => undefined);
    this.#child.stdout.on('data', (chunk: Buffer) => {
      this.written += chunk.toString();
    });
    this.ended = once(this.#child, 'close').then(([code]) => code as number | null);
    onTestFinished(() => void this.#child.kill('SIGKILL'));
  }

  async shows(text: string): Promise<void> {
    await expect.poll(() => this.written.replace(/\x1b\[[0-9;?]*[a-zA-Z]/g, ''), { timeout: 20_000 }).toContain(text);
  }

  type(text: string): void {
    this.#child.stdin.write(text);
  }

  /** A key that comes before the question could be read is ignored, as it should be. */
  async typeUntil(key: string, isDone: () => boolean): Promise<void> {
    await expect
      .poll(
        () => {
          if (!isDone()) this.type(key);
          return isDone();
        },
        { timeout: 20_000, interval: 400 },
      )
      .toBe(true);
  }
}

test('whoever types a command that asks is shown everything, and a yes runs it', async () => {
  const workspace = workspaceWithBuild();
  const terminal = new Terminal(workspace, 'shell rm -r build');

  await terminal.shows('This needs a yes:');
  await terminal.shows('Run it?');
  expect(terminal.written).toContain('/rm');
  expect(terminal.written).toContain('build');
  terminal.type('y\r');

  expect(await terminal.ended).toBe(0);
  expect(existsSync(join(workspace, 'build'))).toBe(false);
});

test('anything but a yes is a no', async () => {
  const workspace = workspaceWithBuild();
  const terminal = new Terminal(workspace, 'shell rm -r build');

  await terminal.shows('Run it?');
  terminal.type('\r');

  expect(await terminal.ended).toBe(7);
  expect(existsSync(join(workspace, 'build/x'))).toBe(true);
});

test('the REPL asks too, and goes on afterwards', async () => {
  const workspace = workspaceWithBuild();
  const terminal = new Terminal(workspace, 'repl');

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
  const terminal = new Terminal(workspace, 'approvals');
  await expect
    .poll(() => existsSync(join(ownDirectory(workspace), 'approvals/terminals')), { timeout: 20_000 })
    .toBe(true);
  const gate = await createGate({ config: 'cmdgate.config.json', directory: workspace });
  onTestFinished(() => gate.close());
  await terminal.shows('Nothing waits');

  const running = gate.run(['shell', 'rm', '-r', 'build'], { caller: { name: 'agent', may: 'everything' } });
  await terminal.shows('rm -r build');
  await terminal.typeUntil('y', () => !existsSync(join(workspace, 'build')));

  expect(await running).toMatchObject({ status: 'completed', data: { exit_code: 0 } });
  terminal.type('q');
  expect(await terminal.ended).toBe(0);
});
