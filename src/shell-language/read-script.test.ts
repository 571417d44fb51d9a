import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quoteWords } from '../command-line/quote.js';
import { expandWord } from './expand-word.js';
import { readScript } from './read-script.js';
import type { Command, Redirect, Script, Word } from './syntax-tree.js';

function scriptOf(text: string): Script {
  const read = readScript(text);
  if (!read.ok) throw new Error(read.problems.map(({ what }) => what).join('; '));
  return read.script;
}

/** The tree as one would say it: parts of words in `‹›`, commands by what joins them. */
function told({ statements }: Script): string {
  return statements
    .map(({ first, rest, background }) => {
      const pipelines = [first, ...rest.map(({ pipeline }) => pipeline)].map(
        ({ negated, commands }) => (negated ? 'not ' : '') + commands.map(toldCommand).join(' | '),
      );
      return pipelines.reduce((line, one, at) => `${line} ${rest[at - 1]?.when} ${one}`) + (background ? ' &' : '');
    })
    .join('; ');
}

function toldCommand(command: Command): string {
  const redirects = command.redirects.map(toldRedirect).join('');
  switch (command.kind) {
    case 'simple': {
      const assigned = command.assignments.map(({ name, value }) => `${name}=${toldWord(value)}`);
      return [...assigned, ...command.words.map(toldWord)].join(' ') + redirects;
    }
    case 'group':
      return `{ ${told(command.body)} }${redirects}`;
    case 'subshell':
      return `( ${told(command.body)} )${redirects}`;
    case 'if':
      return `if ${command.branches.map(({ condition, body }) => `${told(condition)} then ${told(body)}`).join(' elif ')}${command.otherwise ? ` else ${told(command.otherwise)}` : ''} fi${redirects}`;
    case 'for':
      return `for ${command.variable} in ${command.items.map(toldWord).join(' ')} do ${told(command.body)} done${redirects}`;
    case 'while':
      return `${command.until ? 'until' : 'while'} ${told(command.condition)} do ${told(command.body)} done${redirects}`;
    case 'case':
      return `case ${toldWord(command.word)} ${command.clauses.map(({ patterns, body }) => `${patterns.map(toldWord).join('|')}: ${told(body)}`).join(' / ')} esac`;
    case 'condition':
      return `[[ ${JSON.stringify(command.test)} ]]`;
  }
}

function toldRedirect(redirect: Redirect): string {
  const { kind, descriptor } = redirect;
  if (kind === 'file') return ` ${descriptor}:${redirect.mode}(${toldWord(redirect.path)})`;
  if (kind === 'copy') return ` ${descriptor}:=${redirect.of}`;
  return kind === 'close' ? ` ${descriptor}:-` : ` ${descriptor}:text(${toldWord(redirect.text)})`;
}

function toldWord(word: Word): string {
  return word
    .map((part) => {
      if (part.kind === 'text') return part.quoted ? `‹${part.text}›` : part.text;
      if (part.kind === 'variable')
        return `$${part.quoted ? '"' : ''}${part.name}${part.change ? `:${part.change.kind}` : ''}`;
      return part.kind === 'command' ? `$[${told(part.script)}]` : `$((${toldWord(part.expression)}))`;
    })
    .join('');
}

describe('reads', () => {
  test.each([
    ['ls -la src', 'ls -la src'],
    ['a && b || c; d\ne', 'a && b || c; d; e'],
    ['a | b |& c', 'a | b 2:=1 | c'],
    ['! grep -q x y', 'not grep -q x y'],
    ['cd a && npm test 2>&1 | tail -20', 'cd a && npm test 2:=1 | tail -20'],
    ['sleep 5 &', 'sleep 5 &'],
    ['a; # comment ; b\nc#d', 'a; c#d'],
    ['a b # c\nd', 'a b; d'],
    ['a & b', 'a &; b'],
    ['a \\\n  b', 'a b'],
    [`echo 'a b' "c $D" e\\ f`, 'echo ‹a b› ‹c ›$"D e‹ ›f'],
    [`echo "" '' a""b`, 'echo ‹› ‹› a‹›b'],
    [`echo "a\\"b\\$c\\d"`, 'echo ‹a"b$c\\d›'],
    [`echo $'a\\tb\\x41\\u00e9'`, 'echo ‹a\tbAé›'],
    ['A=1 B="x y" env', 'A=1 B=‹x y› env'],
    ['echo $A ${B} ${C:-d} ${E%.ts} ${#F} $?', 'echo $A $B $C:default $E:trim $F:length $?'],
    ['echo $(git log | head -1) `date`', 'echo $[git log | head -1] $[date]'],
    ['echo "$(cat <<EOF\nx $Y\nEOF\n)"', 'echo ‹›$[cat 0:text(‹x ›$"Y‹\n›)]'],
    ['echo $((1 + (2 * 3))) $( (a) )', 'echo $((‹1 + (2 * 3)›)) $[( a )]'],
    ['echo ~/x a~ "~"', 'echo $"HOME/x a~ ‹~›'],
    ['a >x 2>>y <z >&2 2>/dev/null', 'a 1:write(x) 2:append(y) 0:read(z) 1:=2 2:write(/dev/null)'],
    ['a &>x; b &>>y; c 2>&-; d >| e', 'a 1:write(x) 2:=1; b 1:append(y) 2:=1; c 2:-; d 1:write(e)'],
    ["cat <<'EOF' | wc -l\na $b\nEOF\nls", 'cat 0:text(‹a $b\n›) | wc -l; ls'],
    ['cat <<-A <<B\n\tx\n\tA\ny\nB\n', 'cat 0:text(‹x\n›) 0:text(‹y\n›)'],
    ['wc -w <<< "a b"', 'wc -w 0:text(‹a b›‹\n›)'],
    ['( cd a; ls ) > out', '( cd a; ls ) 1:write(out)'],
    ['{ a; b; } | c', '{ a; b } | c'],
    ['if a; then b; elif c; then d; else e; fi', 'if a then b elif c then d else e fi'],
    ['for f in *.ts "x y"; do echo $f; done', 'for f in *.ts ‹x y› do echo $f done'],
    ['while a; do b; done < f', 'while a do b done 0:read(f)'],
    ['until a\ndo b\ndone', 'until a do b done'],
    ['case "$x" in a|b) c ;; *) d ;; esac', 'case ‹›$"x a|b: c / *: d esac'],
    ['echo if then fi { } ! [[ ]]', 'echo if then fi { } ! [[ ]]'],
    ['echo a{b,c} {} x=1', 'echo a{b,c} {} x=1'],
    ['find . -exec wc -l {} \\;', 'find . -exec wc -l {} ‹;›'],
  ])('%j', (text, expected) => expect(told(scriptOf(text))).toBe(expected));
});

describe('names what it does not read', () => {
  test.each([
    ['f() { ls; }', ['a function']],
    ['function f { ls; }', ['a function']],
    ['diff <(a) <(b)', ['process substitution']],
    ['a=(1 2); echo ${a[0]}', ['an array', '${a[0]}']],
    ['time ls; coproc x', ['time', 'coproc']],
    ['(( i++ ))', ['(( … ))']],
    ['echo $1 $@ $$', ['$1', '$@', '$$']],
    ['echo $[1+1] $((x[0]))', ['$[ … ]', 'arithmetic with more than numbers and variable names']],
    ['echo $RANDOM', ['$RANDOM, which only exists in a shell']],
    ['echo ${x/a/b} ${y^^}', ['${x/a/b}', '${y^^}']],
    ['[[ a =~ b ]]', ['this test in [[ … ]]']],
    ['cat 12>x', ['a file descriptor above 9']],
    ['ls ~root', ['the home directory of another user']],
    ['x+=1', ['+=']],
  ])('%j', (text, expected) => {
    const read = readScript(text);
    expect(read.ok ? [] : read.problems.map(({ what }) => what)).toEqual(expected);
  });

  test.each([
    ["echo 'a", 'single quote'],
    ['echo "a', 'double quote'],
    ['echo `a', 'backtick'],
    ['echo $(ls', 'parenthesis'],
    ['echo ${a', '${'],
    ['a &&', 'ends where a command is expected'],
    ['| a', 'where a command is expected'],
    ['a ;; b', 'where a command is expected'],
    ['if a; then b', 'misses fi'],
    ['for 1 in a; do b; done', 'for without a name'],
    ['cat <<EOF\nx', 'here-document'],
    ['echo )', 'where a command is expected'],
    ['a > ', 'misses a file'],
    ['{ }', 'no command after {'],
  ])('%j is no bash: %s', (text, part) => {
    const read = readScript(text);
    expect(read.ok ? undefined : read.script).toBeUndefined();
    expect(read.ok ? '' : read.problems.at(-1)?.what).toContain(part);
  });

  test('all of it at once, each thing once', () => {
    const read = readScript('f() { ls; }; time a; time b; c <(d); x=(1)');
    expect(read.ok ? [] : read.problems.map(({ what }) => what)).toEqual([
      'a function',
      'time',
      'process substitution',
      'an array',
    ]);
  });
});

test('words that are quoted come back as they were', () => {
  const around = { variable: () => undefined, output: () => ({ text: '', unknown: false }), requiresSet: false };
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (words) => {
      const [statement] = scriptOf(`x ${quoteWords(words)}`).statements;
      const command = statement?.first.commands[0];
      const read = command?.kind === 'simple' ? command.words.slice(1).flatMap((word) => expandWord(word, around)) : [];
      expect(read.map(({ text, pattern }) => [text, pattern])).toEqual(words.map((word) => [word, undefined]));
    }),
  );
});

test('nothing makes it throw, or take for ever', () => {
  const piece = fc.constantFrom(
    ...['a', ' ', '\n', ';', '&', '|', '<', '>', '(', ')', '{', '}', '"', "'", '\\', '$', '`', '#', '!', '~', '*', '='],
    ...[
      '$(',
      '${',
      '$((',
      '<<E',
      'E\n',
      '<<<',
      '[[',
      ']]',
      'if ',
      'then ',
      'fi ',
      'for x in ',
      'do ',
      'done ',
      'case ',
      'esac ',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const read = readScript(pieces.join(''));
      expect(read.ok || read.problems.length > 0).toBe(true);
    }),
    { numRuns: 3_000 },
  );
  expect(readScript('('.repeat(50_000)).ok).toBe(false);
  expect(readScript('$('.repeat(50_000)).ok).toBe(false);
  expect(readScript('a;'.repeat(40_000)).ok).toBe(false);
  expect(readScript('a'.repeat(200_000)).ok).toBe(false);
});
