import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenize } from '../../../command-line/tokenize.js';
import { commandsDialect } from './placeholders.js';
import { scanLine } from './scan-line.js';

const wordsOf = (text: string) =>
  scanLine(text, commandsDialect).tokens.map((token) =>
    token.kind === 'word' ? token.pieces.map((piece) => (piece.kind === 'text' ? piece.text : '@')).join('') : token,
  );

test('where nothing needs a shell, the words are those of the tokenizer', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      'B',
      '1',
      ' ',
      '\t',
      "'",
      '"',
      '\\',
      '-',
      '=',
      '/',
      '.',
      ',',
      ':',
      '{',
      '}',
      '$',
      'é',
      '🙂',
      '@',
      '%',
      '!',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = pieces.join('');
      const words = tokenize(text);
      const scanned = scanLine(text, commandsDialect);
      const hasPlaceholder = scanned.tokens.some(
        (token) => token.kind === 'word' && token.pieces.some(({ kind }) => kind === 'placeholder'),
      );
      fc.pre(Array.isArray(words) && scanned.needs.length === 0 && !hasPlaceholder);
      expect(wordsOf(text)).toEqual(words);
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ['a | b', 'pipe', '|'],
  ['a || b', 'pipe', '||'],
  ['a && b', 'list', '&&'],
  ['a; b', 'list', ';'],
  ['a\nb', 'list', 'a line break'],
  ['a &', 'pipe', '&'],
  ['a > f', 'file', '>'],
  ['a 2>&1', 'file', '>&'],
  ['a < f', 'file', '<'],
  ['a << END', 'file', '<<'],
  ['echo $(id)', 'expansion', '$(…)'],
  ['echo "$(id)"', 'expansion', '$(…)'],
  ['echo `id`', 'expansion', '`…`'],
  ['echo "`id`"', 'expansion', '`…`'],
  ['echo $((1+1))', 'expansion', '$(…)'],
  [`echo \${x:-1}`, 'expansion', `\${…}`],
  ['echo $1', 'expansion', '$1'],
  ['echo "$@"', 'expansion', '$@'],
  ['ls *.ts', 'pattern', '*'],
  ['ls a?', 'pattern', '?'],
  ['ls [ab]', 'pattern', '[ab]'],
  ['ls {a,b}', 'pattern', '{a,b}'],
  ['ls ~/x', 'home', '~'],
  ['ls # all', 'comment', '#'],
  ['(ls)', 'group', '('],
])('%j needs a shell', (text, kind, sign) => {
  expect(scanLine(text, commandsDialect).needs[0]).toEqual({ kind, text: sign });
});

test.each([
  String.raw`grep 'a|b' "x && y" a\;b`,
  'find . -exec rm {} +',
  'curl https://x.org/?q=1',
  "awk '{print $1}' f",
  String.raw`echo "\$(id)" \$HOME`,
  'echo a#b x=~y $ 5$',
  'ls\n',
])('%j needs none', (text) => {
  expect(scanLine(text, commandsDialect).needs).toEqual([]);
});

test('placeholders are found in every kind of quotes, and those of a shell where a shell finds them', () => {
  expect(wordsOf(`UTCP_ARG_a_UTCP_END 'x UTCP_ARG_b_UTCP_END' "UTCP_ARG_c_UTCP_END y"`)).toEqual(['@', 'x @', '@ y']);
  expect(wordsOf(String.raw`$A "$B" '$C' \$D $CMD_0_OUTPUT "\$E"`)).toEqual(['@', '@', '$C', '$D', '@', '$E']);
});
