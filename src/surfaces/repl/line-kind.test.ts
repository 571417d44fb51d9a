import { expect, test } from 'vitest';
import { Registry } from '../../registry/registry.js';
import { readDefinitions } from '../../sources/typescript/read-definitions.js';
import { lineKind } from './line-kind.js';

const handler = () => null;
const registry = new Registry(readDefinitions({ send: { description: 'Send', handler } }));
const withExit = new Registry(readDefinitions({ exit: { description: 'Own exit', handler } }));

test('blank lines and comments ask for nothing', () => {
  expect(['', '   ', '\t', '# note', '  #send'].map((line) => lineKind(line, registry))).toEqual(
    Array(5).fill('empty'),
  );
});

test('exit and quit leave, unless they are commands', () => {
  expect(['exit', ' quit ', 'exit now'].map((line) => lineKind(line, registry))).toEqual(['leave', 'leave', 'command']);
  expect(['exit', 'quit'].map((line) => lineKind(line, withExit))).toEqual(['command', 'leave']);
});

test('an open quote or a last backslash waits for the next line', () => {
  expect(["send 'a", 'send "a', 'send a\\', "send 'a'", 'send \0'].map((line) => lineKind(line, registry))).toEqual([
    'unfinished',
    'unfinished',
    'unfinished',
    'command',
    'command',
  ]);
});
