import type { Check } from '../check.js';
import { expectRefused, expectSame, expectUnknown, unknownName } from '../compare.js';

// How a server splits a line cannot be seen directly. It is seen through discovery: a line that means
// `help calendar events` must be answered as that is, and a line that names nothing must be refused.

const basic = { category: 'parser', level: 'minimal', severity: 'must' } as const;

/** The sample with one of its words written differently. */
function rewrite(words: readonly string[], write: (word: string) => string): readonly string[] {
  return words.map((_, at) => words.map((word, index) => (index === at ? write(word) : word)).join(' '));
}

/** Splits a word in two, in its middle. */
function halves(word: string): readonly [string, string] {
  const middle = Math.ceil(word.length / 2);
  return [word.slice(0, middle), word.slice(middle)];
}

/** Escapes one letter, rather one that no dialect gives a meaning of its own after a backslash. */
function escapeLetter(word: string): string {
  const at = Math.max(word.search(/[^abefnrtuvx0-9]/u), 0);
  return `${word.slice(0, at)}\\${word.slice(at)}`;
}

/** Tokenization, quotes and escapes: sections 4.1.1 and 4.1.2. */
export const parserChecks: readonly Check[] = [
  {
    ...basic,
    id: 'parser.whitespace',
    title: 'Spaces and tabs separate words, however many, and may surround the line',
    section: '4.1.1',
    async run({ session, inventory }) {
      const { sample } = await inventory();
      const variants = [`  ${sample.join(' ')}  `, `\t${sample.join('\t')}\t`, sample.join(' \t  ')];
      return expectSame(session, sample.join(' '), variants);
    },
  },
  {
    ...basic,
    id: 'parser.newline',
    title: 'A newline separates words',
    severity: 'should',
    section: '4.1.1',
    async run({ session, inventory }) {
      const { sample } = await inventory();
      return expectSame(session, sample.join(' '), [`${sample.join('\n')}\n`]);
    },
  },
  {
    ...basic,
    id: 'parser.single-quotes',
    title: 'Single quotes around a word are not part of it',
    section: '4.1.2',
    async run({ session, inventory }) {
      const { sample } = await inventory();
      return expectSame(
        session,
        sample.join(' '),
        rewrite(sample, (word) => `'${word}'`),
      );
    },
  },
  {
    ...basic,
    id: 'parser.single-quotes-literal',
    title: 'Nothing is an escape inside single quotes',
    section: '4.1.2',
    run: ({ session }) =>
      expectUnknown(session, `help ${unknownName}`, [`help '${unknownName}\\'`, `help '${unknownName}"'`]),
  },
  {
    ...basic,
    id: 'parser.double-quotes',
    title: 'Double quotes around a word are not part of it',
    section: '4.1.2',
    async run({ session, inventory }) {
      const { sample } = await inventory();
      return expectSame(
        session,
        sample.join(' '),
        rewrite(sample, (word) => `"${word}"`),
      );
    },
  },
  {
    ...basic,
    id: 'parser.double-quotes-escapes',
    title: 'Inside double quotes a backslash escapes a quote and a backslash',
    section: '4.1.2',
    run: ({ session }) =>
      expectUnknown(session, `help ${unknownName}`, [
        `help "${unknownName}\\"x"`,
        `help "${unknownName}\\\\"`,
        `help "${unknownName}'"`,
      ]),
  },
  {
    ...basic,
    id: 'parser.backslash',
    title: 'Outside quotes a backslash makes the next character literal',
    section: '4.1.2',
    async run({ session, inventory }) {
      const { sample } = await inventory();
      return expectSame(session, sample.join(' '), rewrite(sample, escapeLetter));
    },
  },
  {
    ...basic,
    id: 'parser.joined-parts',
    title: 'Adjacent quoted and unquoted parts are one word',
    section: '4.1.1',
    async run({ session, inventory }) {
      const { sample } = await inventory();
      const plain = sample.join(' ');
      return expectSame(session, plain, [
        ...rewrite(sample, (word) => `${halves(word)[0]}"${halves(word)[1]}"`),
        ...rewrite(sample, (word) => `'${halves(word)[0]}'"${halves(word)[1]}"''`),
      ]);
    },
  },
  {
    ...basic,
    id: 'parser.quoted-spaces',
    title: 'A quoted or escaped space does not separate words',
    section: '4.1.2',
    async run({ session, inventory }) {
      const { sample } = await inventory();
      const plain = sample.length > 1 ? sample.join(' ') : 'help help';
      const [first = '', ...rest] = plain.split(' ');
      const lines = [`'${plain}'`, `"${plain}"`, `${first}\\ ${rest.join(' ')}`];
      return expectRefused(session, lines, 'its first word contains a space, and no command does');
    },
  },
  {
    ...basic,
    id: 'parser.empty-arguments',
    title: 'An empty pair of quotes is a word',
    section: '4.1.1',
    run: ({ session }) => expectRefused(session, [`'' help`, `"" help`], 'its first word is empty'),
  },
  {
    ...basic,
    id: 'parser.unterminated-quotes',
    title: 'A quote that is not closed is refused',
    section: '4.1.1, 4.3',
    async run({ session, inventory }) {
      const plain = (await inventory()).sample.join(' ');
      const lines = [`'${plain}`, `${plain} '`, `"${plain}`, `${plain} "`, `${plain} "\\"`];
      return expectRefused(session, lines, 'a quote is not closed');
    },
  },
  {
    ...basic,
    id: 'parser.trailing-backslash',
    title: 'A backslash at the end, with nothing to escape, is refused',
    severity: 'should',
    section: '4.1.2',
    async run({ session, inventory }) {
      const plain = (await inventory()).sample.join(' ');
      return expectRefused(session, [`${plain}\\`, `${plain} \\`], 'nothing follows the backslash');
    },
  },
  {
    ...basic,
    id: 'parser.empty-command',
    title: 'A line without a word is refused',
    section: 'Appendix A',
    run: ({ session }) => expectRefused(session, ['', ' \t '], 'there is no command in it'),
  },
  {
    ...basic,
    id: 'parser.literal-characters',
    title: 'Characters that mean something to a shell are ordinary characters of a word',
    section: '4.2.1',
    run: ({ session }) =>
      expectUnknown(
        session,
        `help ${unknownName}`,
        [...';|&$<>()*?[]{}!~#=%`']
          .map((character) => `help ${unknownName}${character}x`)
          .concat(`help '${unknownName};|$&'`),
      ),
  },
];
