import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { command } from '../../../../test/fixtures/commands/build.js';
import { Registry } from '../../../registry/registry.js';
import { toolNames } from './tool-names.js';

const namesOf = (...lines: string[]) => {
  const registry = new Registry({ commands: lines.map((line) => command(line)), groups: [] });
  return Object.fromEntries(
    [...toolNames(registry, ['cli', 'shell_cmd'])].map(([{ path }, name]) => [path.join(' '), name]),
  );
};

const digest = (...words: string[]) => createHash('sha256').update(JSON.stringify(words)).digest('hex');

test('a tool is called by the words of its command', () => {
  expect(namesOf('calendar events', 'x-report')).toEqual({
    'calendar events': 'calendar_events',
    'x-report': 'x-report',
  });
});

test('commands that would have one name, or that of our own tools, all get a digest, in whichever order they come', () => {
  const expected = {
    'a b': `a_b_${digest('a', 'b').slice(0, 8)}`,
    a_b: `a_b_${digest('a_b').slice(0, 8)}`,
    cli: `cli_${digest('cli').slice(0, 8)}`,
  };
  expect(namesOf('a b', 'a_b', 'cli')).toEqual(expected);
  expect(namesOf('cli', 'a_b', 'a b')).toEqual(expected);
});

test('a name that was made to look like one with a digest gets one as well', () => {
  const taken = `a_b_${digest('a', 'b').slice(0, 8)}`;
  const names = Object.values(namesOf('a b', 'a_b', taken));
  expect(new Set(names).size).toBe(3);
  expect(names).not.toContain(taken);
});

test('names are valid for every client, however long the words are', () => {
  const long = 'w'.repeat(50);
  const names = Object.values(
    namesOf(`${long} one`, `${long} ${long}`, `${long} ${long}x`, `${long} ${'w'.repeat(13)}`),
  );
  expect(new Set(names).size).toBe(4);
  for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  expect(names[0]).toBe(`${long}_one`);
});
