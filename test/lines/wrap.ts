// The same request as a bash line, in many ways: a gate that reads lines has to see through each of them.

import type { Request } from '../security/corpus/entry.js';
import { quote, quoteAll, quoteAlways, quoteDouble, quoteHex } from './quote.js';

export interface Wrappable extends Request {
  /** Its words are text for a shell, as they are. */
  readonly shell?: boolean;
}

export interface Way {
  readonly name: string;
  /** What becomes of the exit code of the request. */
  readonly exitCode: 'kept' | 'inverted' | 'lost';
  /** The line, or undefined where this request cannot be said in this way. */
  wrap(request: Wrappable): string | undefined;
}

/** What a way puts together. */
interface Parts {
  /** A command of any form, at the end of which more can be written. */
  readonly text: string;
  readonly words: readonly [string, ...string[]];
  readonly hasInput: boolean;
  /** A simple command of other words, with the input of the request. */
  as(command: string): string;
  /** The same with `prefix` before the program. */
  after(prefix: string): string;
  /** The same with the name of the program written as `name`. */
  named(name: string): string;
}

type Write = (parts: Parts) => string | undefined;

function way(name: string, write: Write, exitCode: Way['exitCode'] = 'kept'): Way {
  return {
    name,
    exitCode,
    wrap(request) {
      const line = write(partsOf(request));
      if (line === undefined || request.directory === undefined) return line;
      return `cd ${quote(request.directory)} && { ${line}\n}`;
    },
  };
}

function partsOf({ command, parameters, stdin, shell = false }: Wrappable): Parts {
  const source = [command, ...parameters].join(' ');
  const words: Parts['words'] = shell ? ['bash', '-c', source] : [command, ...parameters];
  const feed = stdin === undefined ? '' : `${printing(stdin)} | `;
  const as = (written: string) => `${feed}${written}`;
  return {
    text: shell ? `{ ${source}\n}` : as(quoteAll(words)),
    words,
    hasInput: stdin !== undefined,
    as,
    after: (prefix) => as(`${prefix} ${quoteAll(words)}`),
    named: (name) => as([name, ...words.slice(1).map(quote)].join(' ')),
  };
}

/** Not a here-string: that would add a newline. No line holds a NUL, so printf makes it. */
function printing(text: string): string {
  if (!text.includes('\0')) return `printf %s ${quoteAlways(text)}`;
  const format = text.replaceAll('\\', '\\\\').replaceAll('%', '%%').replaceAll('\0', '\\000');
  return `printf -- ${quoteAlways(format)}`;
}

/** One character of a name is enough to hide it from whoever compares texts. */
function splitName([program]: Parts['words'], join: (head: string, tail: string) => string): string | undefined {
  return /^[\w./+-]{2,}$/.test(program) ? join(program.slice(0, -1), program.slice(-1)) : undefined;
}

/** A word that is not in the text, to end a here-document. */
function endOf(text: string): string {
  let end = 'EOF';
  while (text.includes(end)) end += '_';
  return end;
}

/** For a program that reads quotes and backslashes itself, as xargs does. */
function escapeForXargs(words: readonly string[]): string | undefined {
  if (words.some((word) => word.includes('\n'))) return undefined;
  return words.map((word) => (word === '' ? '""' : word.replace(/[^\w./-]/gu, '\\$&'))).join(' ');
}

const insideBackticks = (text: string) => text.replace(/[\\`$]/g, '\\$&');

/** Lists, groups and compound commands around it. */
const structure: readonly Way[] = [
  way('plain', ({ text }) => text),
  way('every word quoted', ({ words, as }) => as(words.map(quoteAlways).join(' '))),
  way('after cd', ({ text }) => `cd . && ${text}`),
  way('after true', ({ text }) => `true && ${text}`),
  way('after false', ({ text }) => `false || ${text}`),
  way('after a semicolon', ({ text }) => `echo -n; ${text}`),
  way('on the second line', ({ text }) => `# what follows is fine\n${text}`),
  way('before another', ({ text }) => `${text} && true`),
  way('pipe into cat', ({ text }) => `${text} | cat`, 'lost'),
  way('pipe of both', ({ text }) => `${text} |& cat`, 'lost'),
  way('subshell', ({ text }) => `(${text}\n)`),
  way('group', ({ text }) => `{ ${text}\n}`),
  way('nested groups', ({ text }) => `( { ( ${text}\n); } )`),
  way('if', ({ text }) => `if true; then ${text}\nfi`),
  way('condition of if', ({ text }) => `if ${text}\nthen true; else false; fi`, 'lost'),
  way('else', ({ text }) => `if false; then :; else ${text}\nfi`),
  way('for', ({ text }) => `for x in 1; do ${text}\ndone`),
  way('while', ({ text }) => `while true; do ${text}\nbreak; done`, 'lost'),
  way('condition of until', ({ text }) => `until ${text}\ntrue; do :; done`, 'lost'),
  way('case', ({ text }) => `case x in x) ${text}\n;; esac`),
  way('function', ({ text }) => `f() { ${text}\n}; f`),
  way('not', ({ text }) => `! ${text}`, 'inverted'),
  way('background', ({ text }) => `{ ${text}\n} & wait $!`),
  way('both outputs', ({ text }) => `${text} 2>&1`),
  way('input from nowhere', ({ words, hasInput }) => (hasInput ? undefined : `</dev/null ${quoteAll(words)}`)),
];

/** Inside an expansion. */
const expansions: readonly Way[] = [
  way('substitution', ({ text }) => `echo "$(${text}\n)"`, 'lost'),
  way('backticks', ({ text }) => `x=\`${insideBackticks(text)}\n\`; echo "$x"`, 'lost'),
  way('assigned substitution', ({ text }) => `x=$(${text}\n); echo "$x"`, 'lost'),
  way('default of a variable', ({ text }) => `echo "\${NOT_SET:-$(${text}\n)}"`, 'lost'),
  way('arithmetic', ({ text }) => `: $(( $( { ${text}\n} >&2; echo 1) ))`, 'lost'),
  way('here-document', ({ text }) => `cat <<${endOf(text)}\n$(${text}\n)\n${endOf(text)}`, 'lost'),
  way('here-string', ({ text }) => `cat <<< "$(${text}\n)"`, 'lost'),
  way('process substitution', ({ text }) => `cat <(${text}\n)`, 'lost'),
  way('words of a loop', ({ text }) => `for x in "$(${text}\n)"; do echo "$x"; done`, 'lost'),
  way('test', ({ text }) => `[[ -n $( { ${text}\n} >&2) ]]`, 'lost'),
];

/** The name of the program, not as it is usually written. */
const names: readonly Way[] = [
  way('assignment in front', ({ after }) => after('X=1')),
  way('name from a program', ({ words, named }) => named(`"$(printf %s ${quoteAlways(words[0])})"`)),
  way('name from base64', ({ words, named }) =>
    named(`"$(echo ${Buffer.from(words[0]).toString('base64')} | base64 -d)"`),
  ),
  way('name from a variable', ({ words, named }) => `p=${quoteAlways(words[0])}; ${named('"$p"')}`),
  way('name as numbers', ({ words, named }) => named(quoteHex(words[0]))),
  way('everything as numbers', ({ words, as }) => as(words.map(quoteHex).join(' '))),
  way('quotes in the name', ({ words, named }) => {
    const name = splitName(words, (head, tail) => `${head}''${tail}`);
    return name && named(name);
  }),
  way('quoted part of the name', ({ words, named }) => {
    const name = splitName(words, (head, tail) => `"${head}"${tail}`);
    return name && named(name);
  }),
  way('backslash in the name', ({ words, named }) => {
    const name = splitName(words, (head, tail) => `\\${head}\\${tail}`);
    return name && named(name);
  }),
  way('line break in the name', ({ words, named }) => {
    const name = splitName(words, (head, tail) => `${head}\\\n${tail}`);
    return name && named(name);
  }),
  way('empty variable in the name', ({ words, named }) => {
    const name = splitName(words, (head, tail) => `${head}\${NOT_SET}${tail}`);
    return name && named(name);
  }),
  way('line breaks between words', ({ words, as }) => as(words.map(quote).join(' \\\n  '))),
  way('braces', ({ words, as }) => (words.length < 2 ? undefined : as(`{${words.map(quoteAlways).join(',')}}`))),
];

/** Given to another program that starts it. */
const starters: readonly Way[] = [
  way('bash -c', ({ text }) => `bash -c ${quoteAlways(text)}`),
  way('sh -c', ({ text }) => `sh -c ${quoteDouble(text)}`),
  way('bash -lc', ({ text }) => `bash -lc ${quoteAlways(text)}`),
  way('bash -c twice', ({ text }) => `bash -c ${quoteAlways(`bash -c ${quoteAlways(text)}`)}`),
  way('bash -c with words', ({ after }) => after(`bash -c '"$@"' bash`)),
  way('script on stdin', ({ text }) => {
    const end = endOf(text);
    return `bash <<'${end}'\n${text}\n${end}`;
  }),
  way('script through a pipe', ({ text }) => `printf '%s\\n' ${quoteAlways(text)} | sh`),
  way('eval', ({ text }) => `eval ${quoteAlways(text)}`),
  way('env', ({ words, after }) => (words[0].includes('=') ? undefined : after('env'))),
  way('env with a variable', ({ words, after }) => (words[0].includes('=') ? undefined : after('env X=1'))),
  way('timeout', ({ after }) => after('timeout 10')),
  way('nice', ({ after }) => after('nice -n 1')),
  way('command', ({ after }) => after('command')),
  way('exec', ({ after }) => after('exec')),
  way(
    'xargs',
    ({ words: [program, ...rest], hasInput }) => {
      if (hasInput) return undefined;
      // Without a word, printf would print an empty one.
      const feed = rest.length === 0 ? ':' : `printf '%s\\0' ${rest.map(quoteAlways).join(' ')}`;
      return `${feed} | xargs -0 ${quote(program)}`;
    },
    'lost',
  ),
  way(
    'xargs with a here-string',
    ({ words, hasInput }) => {
      const escaped = escapeForXargs(words);
      return hasInput || escaped === undefined || words[0].includes('=')
        ? undefined
        : `xargs env <<< ${quoteAlways(escaped)}`;
    },
    'lost',
  ),
  way(
    'xargs -I',
    ({ words, hasInput }) => {
      if (hasInput || words.some((word) => word.includes('@@'))) return undefined;
      return `echo x | xargs -I@@ ${quoteAll(words)}`;
    },
    'lost',
  ),
  way(
    'find -exec',
    ({ words, after }) => {
      const isReadByFind = words.some((word) => word === ';' || word.includes('{}'));
      return isReadByFind ? undefined : `${after('find . -maxdepth 0 -exec')} \\;`;
    },
    'lost',
  ),
];

export const ways: readonly Way[] = [...structure, ...expansions, ...names, ...starters];
