import { describe, expect, test } from 'vitest';
import { expandWord, type Surroundings } from './expand-word.js';
import { ExpansionProblem } from './expansion-problem.js';
import { readScript } from './read-script.js';

const variables: Readonly<Record<string, string>> = { A: 'one two', E: '', F: 'src/app.test.ts', N: '4', G: '*.md' };

const around: Surroundings = {
  variable: (name) => {
    if (name === 'U') return { text: '$U', unknown: true };
    const text = variables[name];
    return text === undefined ? undefined : { text, unknown: false };
  },
  requiresSet: false,
  output: ({ source }) => ({ text: source === '$(two)' ? 'x y' : '', unknown: source === '$(later)' }),
};

function expand(text: string) {
  const read = readScript(`x ${text}`);
  if (!read.ok) throw new Error(read.problems[0]?.what);
  const command = read.script.statements[0]?.first.commands[0];
  if (command?.kind !== 'simple') throw new Error('no command');
  return command.words.slice(1).flatMap((word) => expandWord(word, around));
}

const texts = (text: string) => expand(text).map((field) => field.text);

describe('words', () => {
  test.each([
    ['$A', ['one', 'two']],
    ['"$A"', ['one two']],
    ['a$A-b', ['aone', 'two-b']],
    ['$E', []],
    ['"$E"', ['']],
    ['$MISSING x', ['x']],
    ['$(two) "$(two)"', ['x', 'y', 'x y']],
    ['${E:-none} ${E-none} ${MISSING:-"a b"}', ['none', 'a b']],
    ['${A:+set} ${MISSING:+set}', ['set']],
    ['${F%.ts} ${F##*/} ${F%%.*} ${F#src/}', ['src/app.test', 'app.test.ts', 'src/app', 'app.test.ts']],
    ['${#F}', ['15']],
    ['$((N * 2 + 1)) $((7 / 2)) $((7 % 3)) $((-2)) $((N > 3 ? 1 : 0))', ['9', '3', '1', '-2', '1']],
    ['a{b,c}d x{1..3} {a,b}{1,2}', ['abd', 'acd', 'x1', 'x2', 'x3', 'a1', 'a2', 'b1', 'b2']],
    [
      '{a} {} a{,b} "{a,b}" {01..03} {c..a} {1..9..4}',
      ['{a}', '{}', 'a', 'ab', '{a,b}', '01', '02', '03', 'c', 'b', 'a', '1', '5', '9'],
    ],
  ])('%s', (text, expected) => expect(texts(text)).toEqual(expected));

  test.each([
    ['*.ts', '*.ts'],
    ['"*".ts', undefined],
    ['"a*"*.ts', 'a\\**.ts'],
    ['\\*x?', '\\*x?'],
    ['$G', '*.md'],
    ['"$G"', undefined],
    ['a[bc]', 'a[bc]'],
  ])('%s is the pattern %s', (text, pattern) => expect(expand(text)[0]?.pattern).toBe(pattern));

  test('what only a run can tell is told as such', () => {
    expect(expand('a"$(later)"b $U c').map(({ unknown }) => unknown)).toEqual([true, true, false]);
    expect(expand('$U*')[0]).toMatchObject({ text: '$U*', unknown: true });
  });

  test.each(['$((1 / 0))', '$((010 + 1))', '$((x = 1))', '$((2 ** 3))', '{1..100000}', '$((1 +))'])(
    '%s stands for nothing',
    (text) => expect(() => expand(text)).toThrow(ExpansionProblem),
  );
});
