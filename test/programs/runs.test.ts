import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { isAlive } from '../fixtures/is-alive.js';
import { handle, openWorkspace as openWorkspaceWith, type TestWorkspace } from './workspace.js';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

async function startInBackground({ completed }: TestWorkspace, line: string): Promise<string> {
  const started = await completed(`${line} --background`);
  expect(started).toEqual({ run: expect.any(String), state: expect.any(String), next: `runs wait ${started.run}` });
  return started.run as string;
}

describe.each([
  ['without a ledger', false],
  ['with a ledger', true],
])('%s', (_, audit) => {
  const openWorkspace: typeof openWorkspaceWith = (handles, configuration) =>
    openWorkspaceWith(handles, { audit, ...configuration });

  describe('a run in the background', () => {
    test('answers at once with its id, and can be waited for', async () => {
      const workspace = await openWorkspace([handle('slow', 'sh', ['-c', 'sleep 0.3; echo done'])]);
      const run = await startInBackground(workspace, 'slow');
      expect(await workspace.completed(`runs wait ${run} --timeout 1ms`)).toMatchObject({ run, background: true });
      expect(await workspace.completed(`runs wait ${run} --timeout 20s`)).toMatchObject({
        run,
        command: 'slow --background',
        state: 'completed',
        data: { exit_code: 0, stdout: 'done\n' },
      });
      expect(await workspace.completed(`runs show ${run}`)).toMatchObject({ state: 'completed', stdout_bytes: 5 });
    });

    test('is read without what was printed for a terminal, and kept with it', async () => {
      const printed = 'one\n\x1b]0;title\x07a \x1b[31mred\x1b[0m b\n\x1b[1mlast\x1b[0m\n';
      const encoded = Buffer.from(printed).toString('base64');
      const workspace = await openWorkspace([handle('colours', 'sh', ['-c', `echo ${encoded} | base64 -d`])]);
      const run = await startInBackground(workspace, 'colours');
      await workspace.completed(`runs wait ${run}`);

      expect(await workspace.completed(`runs output ${run}`)).toMatchObject({
        text: 'one\na red b\nlast\n',
        total_bytes: printed.length,
      });
      expect(await workspace.completed(`runs output ${run} --grep red --context 1`)).toMatchObject({
        matches: [{ text: 'a red b', before: ['one'], after: ['last'] }],
      });
      const { text } = await workspace.completed(`runs output ${run} --encoding base64`);
      expect(Buffer.from(text as string, 'base64').toString()).toBe(printed);
    });

    test('outlives the request that started it', async () => {
      const workspace = await openWorkspace([handle('slow', 'sh', ['-c', 'sleep 0.3; echo done'])]);
      const controller = new AbortController();
      const started = await workspace.completed('slow --background', { signal: controller.signal });
      controller.abort();
      expect(await workspace.completed(`runs wait ${started.run}`)).toMatchObject({ state: 'completed' });
    });

    test('can be read while it goes on, and canceled', async () => {
      const workspace = await openWorkspace([handle('talks', 'sh', ['-c', 'echo first; sleep 60'])]);
      const run = await startInBackground(workspace, 'talks');
      let read = await workspace.completed(`runs output ${run}`).catch(() => ({ text: '' }));
      for (let tries = 0; read.text === '' && tries < 200; tries++) {
        await delay(20);
        read = await workspace.completed(`runs output ${run}`).catch(() => ({ text: '' }));
      }
      const next = `runs output ${run} --stream stdout --from-byte 6`;
      expect(read).toMatchObject({ run, stream: 'stdout', state: 'running', text: 'first\n', more: false, next });
      expect(await workspace.completed('runs list --state running')).toMatchObject({ runs: [{ run }] });
      expect(await workspace.completed(`runs cancel ${run}`)).toMatchObject({ run, state: 'canceled', canceled: true });
      expect(await workspace.completed(`runs cancel ${run}`)).toMatchObject({ canceled: false });
      expect(await workspace.completed(`runs show ${run}`)).toMatchObject({
        state: 'canceled',
        error: { code: 'CANCELED', result: { stdout: 'first\n' } },
      });
    });

    test('is one of so many for each caller', async () => {
      const { gate, completed, failed } = await openWorkspace([handle('long', 'sleep', ['600'])], {
        limits: { background: 2 },
      });
      const [first] = await Promise.all([completed('long --background'), completed('long --background')]);
      const { error } = await failed('long --background');
      expect([error.code, error.message, error.hint]).toEqual([
        'UNAVAILABLE',
        expect.stringContaining('2 of your runs are in the background'),
        expect.stringContaining('runs wait'),
      ]);
      const other = { caller: { name: 'other', may: 'everything' } } as const;
      expect((await gate.run('long --background', other)).status).toBe('completed');
      await completed(`runs cancel ${first?.run}`);
      expect(await completed('long --background')).toMatchObject({ run: expect.any(String) });
    });

    test('reads what it is given while it goes on, where its input was left open', async () => {
      const { completed, failed } = await openWorkspace([handle('repeat', 'cat'), handle('long', 'sleep', ['600'])]);
      const { run } = await completed('repeat --stdin open --background');
      expect(await completed(`runs write ${run} one --line`)).toMatchObject({ run, written_bytes: 4 });
      expect(await completed(`runs write ${run} --encoding base64 /w==`)).toMatchObject({ written_bytes: 1 });
      expect(await completed(`runs write ${run} --end`)).toMatchObject({ ended: true });
      expect(await completed(`runs wait ${run}`)).toMatchObject({ state: 'completed' });
      expect((await completed(`runs output ${run} --encoding base64`)).text).toBe(
        Buffer.from('one\n\xff', 'latin1').toString('base64'),
      );
      expect((await failed(`runs write ${run} more`)).error.message).toContain('its input is closed');
      const closed = (await completed('long --background')).run;
      expect((await failed(`runs write ${closed} more`)).error.message).toContain('not started with --stdin open');
      expect((await failed(`runs write ${closed}`)).error.message).toContain('pass a text');
    });

    test('is ended when the gate closes', async () => {
      const workspace = await openWorkspace([handle('long', 'sleep', ['60'])]);
      const run = await startInBackground(workspace, 'long');
      let pid: unknown;
      for (let tries = 0; pid === undefined && tries < 500; tries++) {
        ({ pid } = await workspace.completed(`runs show ${run}`));
        await delay(10);
      }
      expect(isAlive(Number(pid))).toBe(true);
      await workspace.gate.close();
      expect(isAlive(Number(pid))).toBe(false);
      expect((await workspace.failed('long')).error.code).toBe('UNAVAILABLE');
    });

    test('of a mistyped id helps with the nearest', async () => {
      const workspace = await openWorkspace([handle('fast', 'true')]);
      const run = await startInBackground(workspace, 'fast');
      const { error } = await workspace.failed(`runs show ${run}x`);
      expect([error.code, error.hint]).toEqual(['VALIDATION_ERROR', expect.stringContaining(`Did you mean '${run}'?`)]);
    });

    test('belongs to whoever started it', async () => {
      const workspace = await openWorkspace([handle('fast', 'true')]);
      const run = await startInBackground(workspace, 'fast');
      const other = { caller: { name: 'other', may: 'everything' } } as const;
      expect((await workspace.failed(`runs show ${run}`, other)).error.code).toBe('VALIDATION_ERROR');
      expect((await workspace.failed(`runs cancel ${run}`, other)).error.code).toBe('VALIDATION_ERROR');
      expect((await workspace.failed(`runs output ${run}`, other)).error.code).toBe('VALIDATION_ERROR');
      expect(await workspace.completed('runs list', other)).toEqual({ runs: [], more: false });
    });
  });

  describe('what a program printed', () => {
    test('and does not fit the answer is named by the run that holds the rest', async () => {
      const workspace = await openWorkspace([handle('long', 'cat', ['lines.txt'])], { limits: { previewBytes: 1000 } });
      const { writeFileSync } = await import('node:fs');
      writeFileSync(`${workspace.directory}/lines.txt`, lines(10_000));
      const outcome = await workspace.gate.run('long');
      const data = (outcome.status === 'completed' ? outcome.data : {}) as Record<string, unknown>;
      const run = outcome.run.runId;
      expect(data).toMatchObject({ truncated: true, run, omitted_bytes: { stdout: expect.any(Number), stderr: 0 } });
      expect(data.stdout).toMatch(/^line 1\n[\s\S]*left out[\s\S]*line 10000\n$/);
      expect(data.stdout).toContain(`runs output ${run} --stream stdout --from-line`);
      expect(outcome.run.warnings).toMatchObject([{ code: 'TRUNCATED' }]);

      expect(await workspace.completed(`runs output ${run} --from-line 5000 --lines 2`)).toMatchObject({
        text: 'line 5000\nline 5001\n',
        from_line: 5000,
        to_line: 5001,
      });
      const tail = await workspace.completed(`runs output ${run} --tail 2`);
      expect(tail).toMatchObject({ text: 'line 9999\nline 10000\n', more: true });
      // Nothing comes after the end.
      expect(tail).not.toHaveProperty('next');
      expect(await workspace.completed(`runs output ${run} --from-byte 7 --bytes 7`)).toMatchObject({
        text: 'line 2\n',
      });

      let text = '';
      for (let line: unknown = `runs output ${run}`; line !== undefined; ) {
        const part = await workspace.completed(line as string);
        text += part.text;
        line = part.next;
      }
      expect(text).toBe(lines(10_000));
    });

    test('is read by one way at a time', async () => {
      const workspace = await openWorkspace([handle('fast', 'true')]);
      const run = await startInBackground(workspace, 'fast');
      const { error } = await workspace.failed(`runs output ${run} --tail 3 --from-line 1`);
      expect(error.message).toContain('cannot be combined');
    });

    test('and is no text can be read as it is', async () => {
      const workspace = await openWorkspace([handle('bytes', 'printf', ['\\\\377\\\\376a'])]);
      const outcome = await workspace.gate.run('bytes');
      expect(outcome.run.warnings).toMatchObject([{ code: 'INVALID_TEXT' }]);
      const read = await workspace.completed(`runs output ${outcome.run.runId} --encoding base64`);
      expect(Buffer.from(read.text as string, 'base64')).toEqual(Buffer.from([0xff, 0xfe, 0x61]));
    });
  });

  test('a wrong word after runs is answered with what there is', async () => {
    const { failed } = await openWorkspace([handle('fast', 'true')]);
    expect((await failed('runs')).error.hint).toBe(
      "Add one of list, show, output, wait, cancel. Run 'help runs' for available commands",
    );
    expect((await failed('runs lst')).error.hint).toContain("Did you mean 'runs list'?");
    expect((await failed('runs wait')).error.examples).toEqual(['runs wait run_1']);
  });

  test('help explains runs', async () => {
    const { completed } = await openWorkspace([handle('fast', 'true')]);
    expect(await completed('help runs')).toMatchObject({
      command: 'runs',
      subcommands: [
        { name: 'list' },
        { name: 'show' },
        { name: 'output' },
        { name: 'wait' },
        { name: 'cancel' },
        { name: 'write' },
      ],
    });
    expect(await completed('help runs output')).toMatchObject({ command: 'runs output' });
    expect(await completed('help')).toMatchObject({ tips: expect.stringContaining('--background') });
  });

  test('the examples of runs are lines that can be typed', async () => {
    const { completed } = await openWorkspace([handle('fast', 'true')]);
    const { examples } = await completed('help runs output');
    expect(examples).not.toEqual([]);
    for (const line of examples as string[]) {
      expect(await completed(`${line} --validate-only`)).toEqual({ valid: true, command: 'runs output' });
    }
  });

  test('a run can be canceled when all places are taken', async () => {
    const { completed } = await openWorkspace([handle('long', 'sleep', ['600'])], { limits: { concurrency: 1 } });
    const { run } = await completed('long --background');
    expect(await completed(`runs cancel ${run}`)).toMatchObject({ state: 'canceled', canceled: true });
  });

  describe('runs output', () => {
    test('finds lines by a regular expression, with the lines around them', async () => {
      const workspace = await openWorkspace([handle('count', 'seq', ['1', '1000'])]);
      const { run } = await workspace.completed('count --background');
      await workspace.completed(`runs wait ${run}`);

      const found = await workspace.completed(`runs output ${run} --grep '^(42|99)9?$' --context 1 --most 2`);

      expect(found).toMatchObject({
        matches: [
          { line: 42, text: '42', before: ['41'], after: ['43'] },
          { line: 99, text: '99', before: ['98'], after: ['100'] },
        ],
        more: true,
        stopped_by: 'matches',
        next: expect.stringContaining('--from-byte'),
      });
    });

    test('tells what is wrong with an expression, and is not held up by one that would run away elsewhere', async () => {
      const workspace = await openWorkspace([handle('letters', 'echo', [`${'a'.repeat(100)}b`])]);
      const { run } = await workspace.completed('letters --background');
      await workspace.completed(`runs wait ${run}`);

      const wrong = await workspace.failed(`runs output ${run} --grep '(a'`);
      const hard = await workspace.completed(`runs output ${run} --grep '^(a+)+$'`);

      expect(wrong.error).toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining('--grep') });
      expect(hard).toMatchObject({ matches: [], more: false });
    });

    test('selects from JSON by a path', async () => {
      const workspace = await openWorkspace([handle('items', 'echo', ['{"items":[{"name":"a"},{"name":"b"}]}'])]);
      const { run } = await workspace.completed('items --background');
      await workspace.completed(`runs wait ${run}`);

      const found = await workspace.completed(`runs output ${run} --json-path '$.items[*].name'`);

      expect(found).toMatchObject({ form: 'document', total: 2, more: false });
      expect(JSON.stringify(found.values)).toContain('"b"');
    });
  });
});
