import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readShellScript } from './read-script.js';
import { staticCommands } from './static-commands.js';

const given = ['zero', 'one', 'two words', '', '3'];

function wordsOf(code: string) {
  const read = readShellScript(code);
  const [first] = read.script ? staticCommands(read.script, given) : [];
  return read.ok && first?.kind === 'program' ? first.words : [];
}

test.each([
  'f "$@"',
  'f $@',
  'f "$*"',
  'f $*',
  'f "$1" $2 "$2" x"$2"y',
  'f $3 "$3" $9 "$9"',
  'f "${1}${2}"',
  'f $# "$0" ${#}',
  'f "$10"',
])('%s gets the words that bash gives it', (code) => {
  const words = wordsOf(code);
  expect(words.every(({ isKnown }) => isKnown)).toBe(true);
  const printing = code.replace(/^f/, "printf '%s\\0' f");
  const { stdout } = spawnSync('bash', ['-c', printing, ...given], { encoding: 'utf8' });
  expect(words.map(({ text }) => text)).toEqual(stdout.split('\0').slice(0, -1));
});

test.each(['f a"$@"', 'f x$2', 'f ${1:-y}', 'f $1*', 'f $$', 'f $NAME', 'f "${@:2}"'])('%s is not told', (code) => {
  expect(wordsOf(code).every(({ isKnown }) => isKnown) && wordsOf(code).length > 0).toBe(false);
});

test('a word that is a pattern stands for files', () => {
  const { script } = readShellScript('f $1 "$1"');
  const [first] = script ? staticCommands(script, ['sh', '*.ts']) : [];
  expect(first).toMatchObject({ words: [{ isKnown: true }, { isKnown: false }, { isKnown: true }] });
});
