import { expect, test } from 'vitest';
import { shownCall, shownLine } from './shown-call.js';

test.each([
  ['shell git reset --hard', { text: 'git reset --hard', isLine: true }],
  ["shell 'cd x && rm -rf y'", { text: 'cd x && rm -rf y', isLine: true }],
  ["shell --background --directory=shop 'npm start'", { text: 'npm start', isLine: true, directory: 'shop' }],
  [
    "shell --directory shop --timeout 5s git commit -m 'a b'",
    { text: "git commit -m 'a b'", isLine: true, directory: 'shop' },
  ],
  [
    `shell --input '{"command":"git","parameters":["log","-1"],"directory":"a b"}'`,
    { text: 'git log -1', isLine: true, directory: 'a b' },
  ],
  [`shell --input '{"command":"a | b"}'`, { text: 'a | b', isLine: true }],
  ['shell -- -x y', { text: '-x y', isLine: true }],
  // What is not clear stays as it was recorded.
  ["shell --input '{'", { text: "shell --input '{'", isLine: false }],
  ['shell', { text: 'shell', isLine: false }],
  ["shell 'open", { text: "shell 'open", isLine: false }],
  ['orders remove o1 --force', { text: 'orders remove o1 --force', isLine: false }],
  [
    `orders remove --input '{"id":"o 7","force":true,"tags":["a"]}' --yes`,
    { text: `orders remove --id 'o 7' --force --tags '["a"]' --yes`, isLine: false },
  ],
  ['orders remove --input={}', { text: 'orders remove', isLine: false }],
  ['orders remove --input [1]', { text: 'orders remove --input [1]', isLine: false }],
  ['', { text: '', isLine: false }],
])('%s', (command, expected) => {
  expect(shownCall(command)).toEqual(expected);
});

test('several lines are shown as one', () => {
  expect(shownLine("shell 'python3 - <<E\n  print(1)\nE\n'")).toBe('python3 - <<E ↵ print(1) ↵ E');
});
