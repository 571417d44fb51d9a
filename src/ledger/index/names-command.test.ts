import { expect, test } from 'vitest';
import { certainPart, hasWords, namesCommand, wordsOf } from './names-command.js';

test.each([
  ['orders remove o1 --force', 'orders remove', ['orders', 'orders remove'], ['order', 'remove', 'orders remove o1']],
  ['shell git status', 'shell', ['shell', 'git', 'git status'], ['status', 'shell git']],
  ["shell 'cd x && rm -rf y'", 'shell', ['rm', 'rm -rf', 'cd'], ['y', 'rm y x']],
  ["shell 'npm run format && echo rm'", 'shell', ['npm', 'npm run format', 'echo'], ['rm', 'format']],
  ["shell 'git -C shop --no-pager push origin'", 'shell', ['git push', 'git push origin'], ['git fetch', 'push']],
  ["shell 'a | timeout 5 /bin/rm x; find . -exec rm {} +'", 'shell', ['rm', '/bin/rm', 'a', 'find'], ['b', 'exec']],
  [`shell bash -c 'for f in *; do rm "$f"; done'`, 'shell', ['rm', 'bash'], ['for']],
  [`shell --input '{"command":"git","parameters":["push"]}'`, 'shell', ['git push'], ['command']],
  [`shell 'if true; then git commit -m "rm it"; fi'`, 'shell', ['git commit', 'true'], ['rm', 'if']],
  // What is not bash is looked through as text.
  [`shell 'rm "x'`, 'shell', ['rm'], ['r']],
])('%s', (command, path, found, others) => {
  const isFound = (text: string) => namesCommand(command, path, wordsOf(text));
  expect(found.filter((text) => !isFound(text))).toEqual([]);
  expect(others.filter(isFound)).toEqual([]);
});

test('words are found whole', () => {
  const text = 'docker run --rm x && cat src/total.js --format=json';
  expect(['cat', 'total.js', 'src/total.js', 'run --rm', 'json'].every((words) => hasWords(text, wordsOf(words)))).toBe(
    true,
  );
  expect(['rm', 'format', 'total.', 'tal.js', 'run rm'].some((words) => hasWords(text, wordsOf(words)))).toBe(false);
});

test('only a part that nobody quotes can be looked for in a database', () => {
  expect(['git push', '/bin/rm', 'a"b', 'été', ''].map((text) => certainPart(wordsOf(text)))).toEqual([
    'git',
    '/bin/rm',
    undefined,
    undefined,
    undefined,
  ]);
});
