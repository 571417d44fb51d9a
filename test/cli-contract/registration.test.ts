// What is told when commands are registered, what they may hand to programs, and what one version owes the next.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { bin, finish, makeDirectory, start } from '../cli/process.js';
import { readDocument } from './contract-cli.js';
import { work } from './work-cli.js';

const app = (name: string) => ({ environment: { APP: name } });

test('REQ-F-021: a field that would differ in each call is told to its owner, and runs', async () => {
  const { code, stderr } = await work(['now'], app('timestamp'));
  expect([code, stderr.split('\n').filter((line) => line.startsWith('warning: '))]).toEqual([
    0,
    [
      `warning: 'now' returns "timestamp", "durationMs", "nonce", which would differ in each call. ` +
        'Remove it: meta has the time, the duration and the ids of a call.',
    ],
  ]);
});

describe('REQ-F-044, F-062: what reaches a program', () => {
  test.each(['two\nlines', 'a\rb', 'tab\there', '; touch pwned', '$(touch pwned)', '`touch pwned`', '*.json'])(
    'as a declared argument, %j is refused before anything runs',
    async (name) => {
      const cwd = makeDirectory();
      const { code, envelope } = await work(['branch', name], { cwd });
      expect([code, envelope.error.phase, envelope.error.details[0].field]).toEqual([2, 'validation', 'name']);
      expect(readdirSync(cwd)).toEqual([]);
    },
  );

  test('a name with a blank is one argument', async () => {
    const cwd = makeDirectory();
    expect((await work(['branch', 'a b'], { cwd })).code).toBe(0);
    expect(readdirSync(cwd)).toEqual(['a b']);
  });

  test.each(['shell-subprocess', 'text-subprocess', 'line-subprocess'])('%s is not registered', async (name) => {
    const { code, envelope } = await work(['go'], app(name));
    expect(code).not.toBe(0);
    expect(JSON.stringify(envelope.error)).toContain('the field subprocess of the command is not an object');
  });
});

describe('REQ-F-075: a stored manifest', () => {
  async function store(name: string): Promise<string> {
    const cwd = makeDirectory();
    writeFileSync(join(cwd, 'baseline.json'), (await work(['manifest'], { cwd, ...app(name) })).stdout);
    return cwd;
  }

  test('what is gone without having been deprecated fails, and all of it is named', async () => {
    const cwd = await store('first');
    const { code, envelope } = await work(['manifest', '--baseline', 'baseline.json'], { cwd, ...app('second') });
    expect([code, envelope.error.code]).toEqual([1, 'BREAKING_CHANGE']);
    expect(envelope.data).toEqual({
      breaking: [
        { command: 'drop', what: 'the command was removed without being deprecated first' },
        { command: 'keep', what: '--max was removed' },
      ],
      added: ['fresh'],
    });
  });

  test('the same is fine, and so is a part of it', async () => {
    const cwd = await store('first');
    const whole = await work(['manifest', '--baseline', 'baseline.json'], { cwd, ...app('first') });
    expect([whole.code, whole.envelope.data]).toEqual([0, { breaking: [], added: [] }]);
    const part = await work(['manifest', 'fresh', '--baseline', 'baseline.json'], { cwd, ...app('second') });
    expect([part.code, part.envelope.data]).toEqual([0, { breaking: [], added: ['fresh'] }]);
  });

  test.each(['{', '{}', 'null', '{"commands":7}'])('%s is no manifest', async (text) => {
    const cwd = makeDirectory({ 'baseline.json': text });
    const { code, envelope } = await work(['manifest', '--baseline', 'baseline.json'], { cwd });
    expect([code, envelope.error.code]).toEqual([4, 'PRECONDITION']);
  });

  test('cmdgate itself keeps what it has promised', async () => {
    const baseline = readFileSync(
      fileURLToPath(new URL('../fixtures/manifest-baseline.json', import.meta.url)),
      'utf8',
    );
    const cwd = makeDirectory({ 'baseline.json': baseline, 'cmdgate.config.json': '{ "shell": { "enabled": true } }' });
    const child = start(process.execPath, [bin, 'manifest', '--baseline', 'baseline.json'], { cwd });
    child.stdin.end();
    const { code, stdout } = await finish(child);
    expect([code, readDocument(stdout).data?.breaking], stdout).toEqual([0, []]);
  });
});
