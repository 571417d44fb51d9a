// Hostile, careless and hasty clients at the doors of `shell`.

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ElicitResult } from '@modelcontextprotocol/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openFileApprovalStore } from '../../src/ledger/approvals/file-approval-store.js';
import { ownDirectory } from '../../src/ledger/own-directory.js';
import { openShellClient, type ShellClientOptions, textOf } from '../mcp/fixtures/shell-client.js';
import { openShell } from '../shell/workspace.js';

const patience = { timeout: 20_000 };

const never = () => new Promise<ElicitResult>(() => undefined);

const open = (options: Partial<ShellClientOptions>) =>
  openShellClient({ transport: 'stdio', generation: '2025-11-25', ...options }, onTestFinished);

describe.each(['stdio', 'http'] as const)('over %s', (transport) => {
  test('a person who never answers a hundred questions holds up nothing else, and they go with the client', async () => {
    const { client, run, cli, leave, workspace } = await open({ transport, person: never, yieldMs: 500 });
    const directory = ownDirectory(workspace);
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const store = openFileApprovalStore({ directory });
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, at) =>
        run({ command: 'touch', parameters: [`made-${at}`], output_format: 'json' }).then(
          ({ text }) => JSON.parse(text) as { status: string; error?: { code: string } },
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 'queued')).toHaveLength(100);
    expect(answers.filter(({ error }) => error?.code === 'UNAVAILABLE')).toHaveLength(20);
    const { runs } = (await cli('runs list --state queued --limit 500')).data as { runs: unknown[] };
    expect(runs).toHaveLength(100);

    expect(store.list()).toHaveLength(100);

    await leave();
    await client.close();
    await expect.poll(() => store.list().length, patience).toBe(0);
    expect(existsSync(join(workspace, 'made-0'))).toBe(false);
  });
});

test('a run that ends in the moment in which its call is answered is told once, and known afterwards', async () => {
  const { run, cli } = await open({ yieldMs: 8 });
  const answers = await Promise.all(Array.from({ length: 60 }, () => run({ command: 'true', output_format: 'json' })));
  const told = answers.map(({ text }) => JSON.parse(text) as { status: string; run_id: string });
  expect(new Set(told.map(({ run_id }) => run_id)).size).toBe(60);
  for (const { run_id } of told) {
    const waited = await cli(`runs wait ${run_id} --timeout 10s`);
    expect(waited.data).toMatchObject({ state: 'completed' });
  }
});

test('what asks in the background is asked about, and runs when it is approved', async () => {
  const asked: unknown[] = [];
  const person = (question: unknown): ElicitResult => {
    asked.push(question);
    return { action: 'accept', content: { decision: 'approve once' } };
  };
  const { cli, workspace } = await open({ person });

  const { data } = await cli('shell --background touch made');
  const { run } = data as { run: string };

  expect((await cli(`runs wait ${run} --timeout 20s`)).data).toMatchObject({ state: 'completed' });
  expect([asked.length, existsSync(join(workspace, 'made'))]).toEqual([1, true]);
});

test.each([
  ['no arguments', undefined],
  ['names of the language', JSON.parse('{"command":"true","__proto__":{"a":1},"constructor":1,"toString":1}')],
  ['text with holes', { command: 'printf', parameters: ['a\0b', 'c'] }],
  ['nested lists', { command: 'printf', parameters: JSON.parse(`${'['.repeat(50)}${']'.repeat(50)}`) }],
  ['nested objects', { command: JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`) }],
  ['too many words', { command: 'printf', parameters: Array(40_000).fill('x'.repeat(20)) }],
])('%s are answered, and so is the next call', async (_, given) => {
  const { client, run } = await open({ transport: 'http' });

  const result = await client.callTool({ name: 'shell_cmd', ...(given && { arguments: given }) });

  expect(textOf(result).length).toBeLessThan(20_000);
  expect((await run({ command: 'printf', parameters: ['here'] })).text).toContain('here');
});

describe('options in front do not evade', () => {
  const decide = async (rule: object, words: string) => {
    const about = { id: 'mine', reason: 'The owner says so.', program: 'git', not_match: ['ls'] };
    const shell = openShell({ policy: { default: 'ask', rules: [{ ...about, ...rule }] } });
    const { gate } = shell;
    const caller = { name: 'local', may: 'everything' } as const;
    const outcome = await gate.run({
      line: `policy check ${words}`,
      door: 'mcp-stdio',
      caller,
      session: shell.openSession(),
    });
    return outcome.status === 'completed' ? (outcome.data as { decision: string }).decision : outcome.error.code;
  };
  const denies = { decision: 'deny', arguments: ['push', '**'], match: ['git push'] };
  const allowsOthers = { decision: 'allow', unless: { arguments: ['push', '**'] }, match: ['git fetch'] };

  test.each([
    ['git push', 'deny'],
    ['git -C . push', 'deny'],
    ['git --no-pager push origin', 'deny'],
    ['env git --no-pager -C . push', 'deny'],
    ['git -C . commit -m push', 'allow'],
    ['git fetch', 'ask'],
  ])('a rule that denies: %s', async (words, decision) => {
    expect(await decide(denies, words)).toBe(decision);
  });

  test.each([
    ['git push', 'ask'],
    ['git -C . push', 'ask'],
    ['git --no-pager push origin', 'ask'],
    ['git --no-pager fetch', 'allow'],
  ])('an exception from what is allowed: %s', async (words, decision) => {
    expect(await decide(allowsOthers, words)).toBe(decision);
  });
});
