import { describe, expect, test } from 'vitest';
import { renderAcli } from '../../src/renderings/acli.js';
import type { RunEvent } from '../../src/vocabulary/event.js';
import { handle, openWorkspace, writeFiles } from './workspace.js';

const message = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] };

describe('a program described by a handle', () => {
  test('is a command whose parameters are options, and whose result has everything', async () => {
    const { completed } = await openWorkspace([
      handle('say', 'printf', ['%s\\\\n', { $: 'message' }], { parameters: message }),
    ]);
    expect(await completed(['say', '--message', 'héllo; rm -rf $HOME'])).toEqual({
      exit_code: 0,
      signal: null,
      stdout: 'héllo; rm -rf $HOME\n',
      stderr: '',
      duration_ms: expect.any(Number),
      truncated: false,
    });
    expect(await completed({ path: ['say'], input: { message: 'a b' } })).toMatchObject({ stdout: 'a b\n' });
    expect(await completed('say --message "one line"')).toMatchObject({ stdout: 'one line\n' });
  });

  test('that explains itself at length is quoted with the line that says why, and the result has the rest', async () => {
    const page = Array.from({ length: 15 }, (_, at) => `  --option-${at}`);
    const printed = ['error: unknown option', 'usage: broken [options]', ...page].join('\n');
    const encoded = Buffer.from(printed).toString('base64');
    const { failed } = await openWorkspace([
      handle('broken', 'sh', ['-c', `echo ${encoded} | base64 -d >&2; exit 2`]),
      handle('logs', 'sh', ['-c', 'for n in $(seq 14); do echo line $n >&2; done; exit 2']),
    ]);

    expect((await failed('broken')).error).toMatchObject({
      hint: 'Last output: error: unknown option (the rest is in result.stderr)',
      result: { stderr: printed },
    });
    expect((await failed('logs')).error.hint).toMatch(
      /^Last output: line 3\nline 4\n(?:.*\n)*line 14 \(the rest is in result\.stderr\)$/,
    );
  });

  test('that exits with another code than 0 is an answer with both streams, and the end of stderr in the hint', async () => {
    const { failed } = await openWorkspace([handle('broken', 'sh', ['-c', 'echo out; echo why >&2; exit 3'])]);
    const outcome = await failed('broken');
    expect(JSON.parse(renderAcli(outcome))).toEqual({
      success: false,
      error: {
        code: 'EXECUTION_ERROR',
        message: 'Execution failed: sh exited with code 3',
        hint: 'Last output: why',
        result: {
          exit_code: 3,
          signal: null,
          stdout: 'out\n',
          stderr: 'why\n',
          duration_ms: expect.any(Number),
          truncated: false,
        },
      },
      _meta: { command: 'broken', scope: 'checked' },
    });
  });

  test('that dies by a signal says which', async () => {
    const { failed } = await openWorkspace([handle('dies', 'sh', ['-c', 'kill -SEGV $$'])]);
    const { error } = await failed('dies');
    expect(error.message).toBe('Execution failed: sh was terminated by SIGSEGV');
    expect(error.result).toMatchObject({ exit_code: null, signal: 'SIGSEGV' });
  });

  test('has exactly the environment that was declared', async () => {
    const { completed } = await openWorkspace([
      handle('empty', 'env'),
      handle('two', 'env', [], { environment: { B: 'two', A: 1, GONE: null } }),
    ]);
    expect(await completed('empty')).toMatchObject({ stdout: '' });
    expect((await completed('two')).stdout).toBe('B=two\nA=1\n');
  });

  test('reads what stdin says, and finds it closed otherwise', async () => {
    const { completed } = await openWorkspace([
      handle('copy', 'cat', [], { parameters: message, io: { stdin: { $: 'message' } } }),
      handle('nothing', 'cat'),
    ]);
    expect(await completed(['copy', '--message', 'für alle'])).toMatchObject({ stdout: 'für alle' });
    expect(await completed('nothing')).toMatchObject({ stdout: '' });
  });

  test('works in its directory, which is inside the workspace', async () => {
    const { completed, failed, directory } = await openWorkspace([
      handle('here', 'pwd'),
      handle('below', 'pwd', [], { directory: 'sub' }),
      handle('above', 'pwd', [], { directory: '..' }),
      handle('missing', 'pwd', [], { directory: 'nowhere' }),
    ]);
    writeFiles(directory, { 'sub/file': '' });
    expect(await completed('here')).toMatchObject({ stdout: `${directory}\n` });
    expect(await completed('below')).toMatchObject({ stdout: `${directory}/sub\n` });
    expect((await failed('above')).error.code).toBe('PATH_TRAVERSAL_BLOCKED');
    expect((await failed('missing')).error.code).toBe('DIRECTORY_NOT_FOUND');
  });

  test('has a lifecycle of events with numbers, and its output as it comes', async () => {
    const { gate } = await openWorkspace([handle('steps', 'sh', ['-c', 'echo a; sleep 0.2; echo b >&2'])]);
    const events: RunEvent[] = [];
    await gate.run('steps', { onEvent: (event) => events.push(event) });
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    const told = events.map((event) =>
      event.type === 'run-state'
        ? event.state
        : event.type === 'output-delta'
          ? [event.stream, event.text]
          : event.type,
    );
    expect(told).toEqual([
      'run-start',
      'queued',
      'starting',
      'running',
      ['stdout', 'a\n'],
      ['stderr', 'b\n'],
      'completed',
      'run-end',
    ]);
  });

  test('waits for a listener that cannot keep up', async () => {
    const { gate } = await openWorkspace([
      handle('flood', 'head', ['-c', '4000000', '/dev/zero'], { io: { encoding: 'latin1' } }),
    ]);
    let open = 0;
    let most = 0;
    let bytes = 0;
    await gate.run('flood', {
      onEvent: async (event) => {
        if (event.type !== 'output-delta') return;
        most = Math.max(most, ++open);
        bytes += event.text.length;
        await new Promise((resolve) => setTimeout(resolve, 5));
        open--;
      },
    });
    expect(bytes).toBe(4_000_000);
    // Once it has ended, what its pipe still holds is taken without waiting.
    expect(most).toBeLessThan(8);
  });
});
