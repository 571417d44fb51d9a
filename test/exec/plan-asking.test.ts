// Who is asked about a whole plan, and what they are shown: at the terminal, in another one, and in an MCP client.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ElicitRequest, ElicitResult } from '@modelcontextprotocol/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ownDirectory } from '../../src/ledger/own-directory.js';
import { cmdgate } from '../cli/process.js';
import { openShellClient } from '../mcp/fixtures/shell-client.js';
import { PseudoTerminal } from '../shell/pseudo-terminal.js';
import { newWorkspace } from '../shell/workspace.js';
import { toText } from './ledger.js';
import { shell } from './plan-gate.js';

const reading = shell('cat', 'kept/x');
const plan = [reading, shell('rm', '-r', 'build'), shell('rm', '-r', 'old')];

const planWorkspace = (lines: readonly object[] = plan) =>
  newWorkspace({
    'cmdgate.config.json': '{ "shell": { "enabled": true } }',
    'plan.jsonl': toText(lines),
    'kept/x': 'kept',
    'build/x': '',
    'old/x': '',
  });

const left = (workspace: string) => ['build', 'old'].filter((name) => existsSync(join(workspace, name)));

test('whoever runs a plan at a terminal is shown all lines that ask, and one yes runs them', async () => {
  const workspace = planWorkspace();
  const terminal = new PseudoTerminal(workspace, 'exec --plan --input-file plan.jsonl');

  await terminal.shows('Run it? y once, n no');
  for (const text of ['Line 2', 'Line 3', '"build"', '"old"', 'lines that need no approval: 1']) {
    await terminal.shows(text);
  }
  terminal.type('y\r');

  expect(await terminal.ended).toBe(0);
  await terminal.shows('exec: 3 done');
  expect(left(workspace)).toEqual([]);
});

test('a no at the terminal runs nothing', async () => {
  const workspace = planWorkspace();
  const terminal = new PseudoTerminal(workspace, 'exec --plan --input-file plan.jsonl');

  await terminal.shows('Run it?');
  terminal.type('n\r');

  expect(await terminal.ended).toBe(1);
  expect(left(workspace)).toEqual(['build', 'old']);
});

test('a plan waits while somebody in another terminal reads it', async () => {
  const workspace = planWorkspace([...plan, ...Array(20).fill(reading)]);
  const terminal = new PseudoTerminal(workspace, 'approvals');
  await expect
    .poll(() => existsSync(join(ownDirectory(workspace), 'approvals/terminals')), { timeout: 20_000 })
    .toBe(true);
  await terminal.shows('Nothing is waiting');

  const environment = { XDG_STATE_HOME: process.env.XDG_STATE_HOME ?? '' };
  const running = cmdgate(['exec', '--plan', '--input-file', 'plan.jsonl'], { cwd: workspace, environment });
  await terminal.shows('exec --plan');
  // It has more lines than the screen: nobody approves what they have not seen to its end.
  await terminal.typeUntil('y', () => terminal.written.includes('There is more to read'));
  expect(left(workspace)).toEqual(['build', 'old']);
  await terminal.typeUntil(' ', () => terminal.written.includes(', expires '));
  await terminal.shows('2 of its 23 lines ask: 2 × ');
  await terminal.typeUntil('y', () => left(workspace).length === 0);
  terminal.type('q');

  expect(await running).toMatchObject({ code: 0 });
  expect(await terminal.ended).toBe(0);
});

describe.each(['2025-11-25', '2026-07-28'] as const)('over MCP, %s', (generation) => {
  const line = (...lines: object[]) => `exec --plan --input '${toText(lines)}'`;
  const lines = [shell('true'), shell('touch', 'one'), shell('touch', 'two')];

  async function open(answer: ElicitResult) {
    const asked: ElicitRequest['params'][] = [];
    const person = (params: ElicitRequest['params']) => {
      asked.push(params);
      return answer;
    };
    return { asked, ...(await openShellClient({ transport: 'http', generation, person }, onTestFinished)) };
  }

  test('the client asks its user once, with all lines that ask, and no rule for always', async () => {
    const { asked, cli, workspace } = await open({ action: 'accept', content: { decision: 'approve once' } });
    const response = await cli(line(...lines));

    expect(response).toMatchObject({ success: true, data: { succeeded: 3, failed: 0, not_run: 0 } });
    expect(['one', 'two'].map((name) => existsSync(join(workspace, name)))).toEqual([true, true]);
    expect(asked).toHaveLength(1);
    const { message, requestedSchema } = asked[0] as { message: string; requestedSchema: unknown };
    for (const text of [
      'Line 2       touch one',
      '/touch one',
      'Line 3       touch two',
      '/touch two',
      'lines that need no approval: 1',
      'Line 1 ',
    ]) {
      expect(message).toContain(text);
    }
    expect(requestedSchema).toMatchObject({ properties: { decision: { enum: ['deny', 'approve once'] } } });
  });

  test('a no runs nothing, and comes back as the answer to the whole call', async () => {
    const { cli, workspace } = await open({ action: 'decline' });
    const response = await cli(line(...lines));

    expect(response).toMatchObject({ success: false, error: { code: 'PERMISSION_DENIED' } });
    expect(existsSync(join(workspace, 'one'))).toBe(false);
  });
});
