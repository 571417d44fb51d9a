// A handler that computes without a pause hears nothing. A signal ends its process all the same, with a last document.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';

const library = new URL('../../dist/index.js', import.meta.url).href;

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cmdgate-computing-'));
  writeFileSync(
    join(directory, 'tool.mjs'),
    `import { runCli } from ${JSON.stringify(library)};
     await runCli({ name: 'tool', version: '1.0.0', commands: {
       spin: { description: 'Compute', danger: 'safe', timeoutMs: 3_600_000, handler: () => { process.stderr.write('computing\\n'); for (;;); } },
       slow: { description: 'Compute too long', danger: 'safe', timeoutMs: 500, handler: () => { for (;;); } },
       apart: { description: 'Compute elsewhere', danger: 'safe', isolated: true, timeoutMs: 700, handler: () => { for (;;); } },
       dig: { description: 'Compute elsewhere for long', danger: 'safe', isolated: true, timeoutMs: 60_000, handler: () => { process.stderr.write('computing\\n'); for (;;); } },
       leave: { description: 'End the process', danger: 'mutating', isolated: true, handler: () => process.exit(3) },
       say: { description: 'Say where it runs', danger: 'safe', isolated: true, arguments: [{ name: '--n', type: 'integer', description: 'Number' }],
         handler: ({ n }, { spawn }) => { console.log('noise'); return { n, pid: process.pid, marker: process.env.CMDGATE_HANDLERS ?? null }; } },
       give: { description: 'Give', danger: 'safe', arguments: [{ name: '--n', type: 'integer', description: 'Number' }], handler: ({ n }) => n },
     } });`,
  );
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

interface Document {
  readonly ok: boolean;
  readonly data: unknown;
  readonly error: { readonly code: string; readonly exit_code: number } | null;
  readonly meta: { readonly _line?: number; readonly exit_code: number };
}

/** Starts the tool, signals it while it computes until it has ended, and gives what it left. */
async function run(words: readonly string[], signal?: NodeJS.Signals, stdin = '') {
  const child = spawn(process.execPath, ['tool.mjs', ...words], { cwd: directory });
  child.stdin.end(stdin);
  const printed = text(child.stdout);
  const ended = once(child, 'exit');
  if (signal) {
    await once(child.stderr, 'data');
    // The thread that hears it may still be starting on a busy machine.
    const again = setInterval(() => child.kill(signal), 300);
    void ended.then(() => clearInterval(again));
  }
  const [code] = await ended;
  const documents = (await printed)
    .trimEnd()
    .split('\n')
    .map((line): Document => JSON.parse(line));
  return { code, documents };
}

const brief = (documents: readonly Document[]) =>
  documents.map(({ ok, data, error, meta }) => [meta._line, ok, data, error?.code, error?.exit_code]);

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('%s ends a command that computes, with one document and exit code %i', async (signal, exitCode) => {
  const { code, documents } = await run(['spin'], signal);

  expect(code).toBe(exitCode);
  expect(brief(documents)).toEqual([[undefined, false, null, 'CANCELED', exitCode]]);
});

test('a signal is heard without a timeout, too', async () => {
  const { code, documents } = await run(['spin', '--timeout', '0'], 'SIGTERM');

  expect([code, documents.length]).toEqual([143, 1]);
});

test('a line of a plan that computes is answered when a signal ends the plan, and so is every line before it', async () => {
  const plan = '{"_cmd":"give","n":1}\n{"_cmd":"give","n":2}\n{"_cmd":"spin"}\n{"_cmd":"give","n":3}\n';

  const { code, documents } = await run(['exec'], 'SIGTERM', plan);

  expect(code).toBe(143);
  expect(brief(documents)).toEqual([
    [1, true, { value: 1 }, undefined, undefined],
    [2, true, { value: 2 }, undefined, undefined],
    [3, false, null, 'CANCELED', 143],
  ]);
});

test('a line that computes in a process of its own is answered by its timeout, and the plan goes on', async () => {
  const lines = ['{"_cmd":"give","n":1}', '{"_cmd":"apart"}', '{"_cmd":"leave"}', '{"_cmd":"say","n":4}'];

  const { code, documents } = await run(['exec', '--ignore-errors'], undefined, `${lines.join('\n')}\n`);

  expect(brief(documents).slice(0, 3)).toEqual([
    [1, true, { value: 1 }, undefined, undefined],
    [2, false, null, 'TIMEOUT', 10],
    [3, false, null, 'HANDLER_LOST', expect.any(Number)],
  ]);
  expect(documents[3]).toMatchObject({ ok: true, data: { n: 4, marker: null } });
  expect(code).not.toBe(0);
});

test('an isolated command of an executable runs elsewhere, and prints nothing between its answer', async () => {
  const { code, documents } = await run(['say', '--n', '7']);

  expect([code, documents]).toMatchObject([0, [{ ok: true, data: { n: 7 } }]]);
});

test('a signal ends an isolated command that computes', async () => {
  const { code, documents } = await run(['dig'], 'SIGTERM');

  expect([code, documents]).toMatchObject([143, [{ error: { code: 'CANCELED' } }]]);
});

test('the mark of such a process alone changes nothing', async () => {
  process.env.CMDGATE_HANDLERS = '1';
  try {
    expect((await run(['give', '--n', '7'])).documents).toMatchObject([{ data: { value: 7 } }]);
  } finally {
    delete process.env.CMDGATE_HANDLERS;
  }
});
