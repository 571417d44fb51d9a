import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { printedText } from './printed-text.js';

const known: [name: string, args: readonly string[], input?: string][] = [
  ['echo', []],
  ['echo', ['rm -r', 'build']],
  ['echo', ['-n', 'x', '-n']],
  ['echo', ['--hard', '-x']],
  ['echo', ['']],
  ['printf', ['%s\\n', 'a', 'b c']],
  ['printf', ['%s\\0', 'a', '', 'ü']],
  ['printf', ['%s-%s;', 'a', 'b', 'c']],
  ['printf', ['%%%s\\t\\\\', 'x']],
  ['printf', ['no place', 'ignored']],
  ['printf', ['a\\000b']],
  ['printf', ['--', 'x%s', '-y']],
  ['printf', ['']],
  ['cat', [], 'text\n'],
  ['cat', ['-'], 'text'],
  ['true', ['x']],
  ['false', []],
];

describe('what is known', () => {
  test.each(known)('%s %j prints it as the program does', (name, args, input) => {
    const program = spawnSync(name, args, { input: input ?? '', encoding: 'utf8' }).stdout;
    expect(printedText(name, args, input)).toBe(program);
  });

  test.each(known)('%s %j prints it as a shell does', (name, args, input) => {
    for (const shell of ['bash', 'sh']) {
      const { stdout } = spawnSync(shell, ['-c', '"$@"', shell, name, ...args], {
        input: input ?? '',
        encoding: 'utf8',
      });
      expect(printedText(name, args, input)).toBe(stdout);
    }
  });
});

test.each([
  ['echo', ['-e', 'a']],
  ['echo', ['-nE', 'a']],
  ['echo', ['a\\tb']],
  ['echo', ['--version']],
  ['printf', ['%b', 'a']],
  ['printf', ['%d', '1']],
  ['printf', ['%5s', '1']],
  ['printf', ['\\x41']],
  ['printf', ['\\01']],
  ['printf', ['-v', 'x', 'y']],
  ['printf', []],
  ['cat', ['README.md']],
  ['cat', []],
  ['ls', []],
  ['echo', ['x'.repeat(5_000)]],
])('of %s %j only a run can tell', (name, args) => {
  expect(printedText(name, args, undefined)).toBe(undefined);
});
