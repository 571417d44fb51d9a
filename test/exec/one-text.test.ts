// A plan in one text: through the `cli` tool, as a library and over MCP.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAcli, defineCommand } from 'cmdgate';
import { expect, onTestFinished, test } from 'vitest';

const seen: unknown[] = [];

const commands = {
  note: {
    description: 'Notes',
    subcommands: {
      add: defineCommand({
        description: 'Add a note',
        danger: 'mutating',
        dryRun: () => ({ effect: 'would_create' }),
        arguments: [{ name: '--text', type: 'string', required: true }],
        handler: ({ text }) => {
          seen.push(text);
          return { id: `n${seen.length}`, text };
        },
      }),
      show: defineCommand({
        description: 'Show a note',
        danger: 'safe',
        arguments: [{ name: '--id', type: 'string', required: true }],
        handler: ({ id }) => ({ shown: id }),
      }),
      pad: defineCommand({ description: 'Much', danger: 'safe', handler: () => ({ text: 'x'.repeat(200_000) }) }),
    },
  },
};

function open() {
  seen.length = 0;
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-one-text-')));
  const acli = createAcli(commands, { workspace, audit: { file: join(workspace, 'audit.jsonl') } });
  onTestFinished(async () => {
    await acli.close();
    rmSync(workspace, { recursive: true, force: true });
  });
  return async (lines: readonly unknown[], options = '') => {
    const plan = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
    const { content } = await acli.execute({ command: `exec ${options} --input '${plan}'` });
    return JSON.parse(content[0].text);
  };
}

test('every line is answered in its envelope, and an earlier answer can be used', async () => {
  const exec = open();
  const response = await exec([
    { _cmd: 'note.add', text: 'milk' },
    { _cmd: 'note.show', id: { $line: 1, path: '$.data.id' } },
  ]);
  expect(response).toMatchObject({
    success: true,
    data: {
      succeeded: 2,
      failed: 0,
      not_run: 0,
      answers: [
        { ok: true, data: { id: 'n1', text: 'milk' }, meta: { _cmd: 'note.add', _line: 1, exit_code: 0 } },
        { ok: true, data: { shown: 'n1' }, meta: { _cmd: 'note.show', _line: 2 } },
      ],
    },
    _meta: { command: 'exec' },
  });
});

test('it stops at the first failure, unless it is told to go on', async () => {
  const lines = [{ _cmd: 'note.add' }, { _cmd: 'note.add', text: 'milk' }];
  const exec = open();
  expect(await exec(lines)).toMatchObject({
    success: false,
    error: {
      code: 'EXECUTION_ERROR',
      result: { succeeded: 0, failed: 1, not_run: 1, answers: [{ error: { code: 'VALIDATION_ERROR' } }] },
    },
  });
  expect(seen).toEqual([]);
  const { error } = await exec(lines, '--ignore-errors');
  expect(error.result).toMatchObject({ succeeded: 1, failed: 1, not_run: 0 });
  expect(seen).toEqual(['milk']);
});

test('a dry run changes nothing, and safe lines run beside each other', async () => {
  const exec = open();
  const { data } = await exec(
    [{ _cmd: 'note.add', text: 'milk' }, ...Array(5).fill({ _cmd: 'note.show', id: 'n1' })],
    '--dry-run --parallel 4',
  );
  expect(data).toMatchObject({ succeeded: 6 });
  expect(data.answers[0]).toMatchObject({ data: { effect: 'would_create' }, meta: { dry_run: true } });
  expect(data.answers.map(({ meta }: { meta: { _line: number } }) => meta._line)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(seen).toEqual([]);
});

test.each([
  ['nothing that could be read', ['no JSON'], '', 'PARSE_ERROR'],
  ['no line at all', [''], '', 'EXECUTION_ERROR'],
  ['an option that there is not', [{ _cmd: 'help' }], '--unordered', 'VALIDATION_ERROR'],
])('%s is refused', async (_, lines, options, code) => {
  expect(await open()(lines, options)).toMatchObject({ success: false, error: { code } });
});

test('a quote that is missing is told as for every line', async () => {
  const acli = createAcli(commands);
  onTestFinished(() => acli.close());
  const { content } = await acli.execute({ command: `exec --input '{"_cmd":"help"}` });
  expect(JSON.parse(content[0].text)).toMatchObject({ error: { code: 'PARSE_ERROR' } });
});

test('what has no more room keeps the name of its run', async () => {
  const { data } = await open()(Array(8).fill({ _cmd: 'note.pad' }));
  expect(data.answers[0].data.text).toHaveLength(200_000);
  expect(data.answers.at(-1)).toEqual({
    ok: true,
    truncated: true,
    meta: { request_id: expect.stringMatching(/^run_/), _cmd: 'note.pad', _line: 8 },
  });
});
