// One suite over every door: the same requests get the same answers.

import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDirectory } from '../cli/process.js';
import { answersIn, ledgerEntries } from '../fixtures/ledger-entries.js';
import { type Case, cases } from './cases.js';
import { type Door, type DoorOptions, doors } from './doors.js';
import { normalize } from './normalize.js';

const fixture = fileURLToPath(new URL('../fixtures/contract', import.meta.url));

function openWorkspace(): string {
  const workspace = makeDirectory({ 'input.json': '{"max":4,"tag":["from-file"]}' });
  cpSync(fixture, workspace, { recursive: true });
  return workspace;
}

function configured(workspace: string, file: string): DoorOptions {
  return { workspace, file, configuration: JSON.parse(readFileSync(join(workspace, file), 'utf8')) };
}

const workspace = openWorkspace();
const plain = configured(workspace, 'cmdgate.config.json');
const names = Object.keys(doors) as (keyof typeof doors)[];

const reference = new Map<string, unknown>();

beforeAll(async () => {
  const door = await doors.library(plain);
  for (const { name, request } of cases) reference.set(name, normalize((await door.ask(request)) ?? ''));
  await door.close();
});

describe('the reference, which is the library', () => {
  test.each(cases)('$name', ({ name, expected }) => {
    expect(reference.get(name)).toMatchObject(withWords(expected));
  });

  test('holds no secret', () => {
    expect(JSON.stringify([...reference.values()])).not.toContain('hunter2');
  });

  test('shows every code of the closed set that needs no special gate', () => {
    const codes = [...reference.values()].map((response) => (response as { error?: { code: string } }).error?.code);
    expect([...new Set(codes)].sort()).toEqual(
      [
        'COMMAND_NOT_FOUND',
        'EXECUTION_ERROR',
        'PARSE_ERROR',
        'PATH_TRAVERSAL_BLOCKED',
        'PERMISSION_DENIED',
        'TIMEOUT',
        'VALIDATION_ERROR',
        undefined,
      ].sort(),
    );
  });
});

/** The expected command is compared as words, too. */
function withWords(expected: Case['expected']): Case['expected'] {
  const { _meta: meta, ...rest } = expected as { _meta?: Record<string, unknown> };
  if (meta === undefined) return expected;
  const { command, ...others } = meta;
  return command === undefined ? expected : { ...rest, _meta: others };
}

describe.each(names.slice(1))('%s answers as the library does', (name) => {
  let door: Door;

  beforeAll(async () => {
    door = await doors[name](plain);
  });

  afterAll(() => door?.close());

  test.each(cases.filter(({ request }) => name !== 'command line' || typeof request !== 'string'))(
    '$name',
    async ({ name: caseName, request }) => {
      const text = (await door.ask(request)) ?? '';
      expect(text.trimEnd().split('\n')).toHaveLength(1);
      expect(normalize(text)).toEqual(reference.get(caseName));
    },
  );
});

describe.each(names)('%s, for a caller with few permissions and a rate limit', (name) => {
  const options = {
    ...configured(workspace, 'restricted.config.json'),
    caller: { name: 'reader', may: ['echo', 'drive read'], token: 'a-token-for-the-reader' },
  };
  const summary = (text: string | undefined) => {
    const { data, error } = JSON.parse(text ?? '') as { data?: unknown; error?: Record<string, unknown> };
    return error ? { code: error.code, message: error.message } : data;
  };

  test('gets what it may, is refused the rest, and is told how long to wait', async () => {
    const door = await doors[name](options);
    try {
      const first = await door.ask(['echo', 'mine']);
      const denied = await door.ask(['events']);
      const help = await door.ask(['help']);
      const read = await door.ask(['drive', 'read', 'a.txt']);
      expect([first, denied, read].map(summary)).toEqual([
        { words: ['mine'] },
        {
          code: 'PERMISSION_DENIED',
          message: `Permission denied for 'events': no pattern of the caller "reader" matches it`,
        },
        { file: 'a.txt' },
      ]);
      expect(JSON.parse(help ?? '').data.commands.map((command: { name: string }) => command.name)).toEqual([
        'drive',
        'echo',
      ]);
      // Each process of a command line is a gate of its own, which has nothing to count.
      if (name === 'command line') return;
      const { error } = JSON.parse((await door.ask(['echo', 'again'])) ?? '');
      const seconds = Math.ceil(error.retry_after_ms / 1000);
      expect(error).toEqual({
        code: 'RATE_LIMITED',
        message: 'Rate limit exceeded',
        hint: `Wait ${seconds}s before retry`,
        retry_after_ms: expect.any(Number),
      });
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(15);
    } finally {
      await door.close();
    }
  });
});

describe.each(names)('%s, where the audit log cannot be written', (name) => {
  test('takes no request, and says so', async () => {
    const locked = openWorkspace();
    mkdirSync(join(locked, 'locked'));
    writeFileSync(join(locked, 'elsewhere.txt'), '');
    symlinkSync('../elsewhere.txt', join(locked, 'locked', 'audit.jsonl'));
    const door = await doors[name](configured(locked, 'unwritable.config.json'));
    try {
      for (const request of [
        ['echo', 'one'],
        ['echo', 'two'],
      ]) {
        expect(JSON.parse((await door.ask(request)) ?? '')).toMatchObject({
          success: false,
          error: {
            code: 'EXECUTION_ERROR',
            message: 'The gate cannot accept the request right now: the ledger cannot be written',
            details: [{ code: 'UNAVAILABLE' }],
          },
        });
      }
    } finally {
      await door.close();
    }
    expect(readFileSync(join(locked, 'elsewhere.txt'), 'utf8')).toBe('');
  });
});

test('every door but the library, which was told of no file, wrote to one log, and no secret is in it', () => {
  const entries = ledgerEntries(workspace);
  const written = answersIn(workspace).map(({ user_context }) => user_context.door);
  expect([...new Set(written)].sort()).toEqual(['cli', 'mcp-http', 'mcp-stdio', 'repl']);
  expect(JSON.stringify(entries)).not.toContain('hunter2');
});
