import { expect, test } from 'vitest';
import { load, problemsOf } from './test-helpers.js';

const parameters = { type: 'object', properties: { x: { type: 'string' }, size: { type: 'integer' } } };

const hintsFor = async (args: unknown, command = 'find', options = {}) =>
  problemsOf(
    await load({ name: 'it', description: 'x', handler: 'command', command, arguments: args, parameters }, { options }),
  );

const joined = (at: string, flag: string) =>
  `hint ${at}: It is refused because a value is joined to a flag without "=". Write two arguments, "${flag}" and the value, or put "=" between them.`;

test('a value that is joined to a flag without "=" is told: no call could ever give it', async () => {
  expect(await hintsFor(['-j{{size}}', { $if: 'size', $then: { $spread: ['-size', '+x{{size}}k'] } }])).toEqual([
    joined('/arguments/0', '-j'),
    joined('/arguments/1/$then/$spread/1', '+x'),
  ]);
  expect(await hintsFor(['-{{x}}'])).toEqual([
    'hint /arguments/0: It is refused because a value is joined to a flag without "=". Write the flags literally, and choose among them with "$if".',
  ]);
  expect(await hintsFor(['-j', '{{size}}', '--size={{size}}', 'a-{{x}}', '{{x}}', '--', '-j{{size}}'])).toEqual([]);
});

test('a list inside the list is told, unless it is spread', async () => {
  expect(await hintsFor(['.', { $if: 'size', $then: ['-size', '{{size}}'], $else: ['-empty'] }])).toEqual([
    'hint /arguments/1/$then: A list inside the list is not allowed. Write {"$spread": […]} to insert its elements.',
    'hint /arguments/1/$else: A list inside the list is not allowed. Write {"$spread": […]} to insert its elements.',
  ]);
  expect(await hintsFor(['.', { $spread: ['-name', '{{x}}'] }])).toEqual([]);
  expect(await hintsFor({ $use: [['-name', '{{x}}']], $encode: 'args' })).toEqual([]);
});

test('characters that no argument may hold are told, unless the owner allows them', async () => {
  expect(await hintsFor(['-m', 'a\nb', 'a\tb'])).toEqual([
    'hint /arguments/1: It is refused because it contains a line break. Put it into a file, or ask the owner to set "newlines": true for these handles.',
    'hint /arguments/2: It is refused because it contains a control character. Remove it.',
  ]);
  expect(await hintsFor(['-m', 'a\nb'], 'find', { newlines: true })).toEqual([]);
});

test('what an agent writes in a program for an interpreter is told', async () => {
  const told = (at: string, program: string) =>
    `hint ${at}: An agent could run anything: its text becomes part of a program for ${program}. Write the program literally, and pass the value as a separate argument.`;
  expect(await hintsFor(['-c', 'echo {{x}} | wc'], 'sh')).toEqual([told('/arguments/1', 'sh')]);
  expect(await hintsFor(['-u', '-c', { $: 'x' }], '/usr/bin/python3.12')).toEqual([told('/arguments/2', 'python3.12')]);
  expect(await hintsFor(['-c', 'echo "$1"', 'sh', { $: 'x' }], 'sh')).toEqual([]);
  expect(await hintsFor(['-e', '{{x}}'], 'grep')).toEqual([]);
});
