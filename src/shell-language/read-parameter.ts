// `$NAME` and `${NAME…}`.

import type { VariableChange, VariablePart, Word } from './syntax-tree.js';
import type { TextCursor } from './text-cursor.js';

/** Up to the brace that closes it. */
type ReadWord = (quoted: boolean) => Word;

const plain = /\$(?:[A-Za-z_]\w*|\?)/y;
const special = /\$(?:[0-9@*#!$-])/y;
const given = /\$(?:[0-9@*#]|\{(?:\d+|[@*#])\})/y;
const braced = /\$\{(?:PIPESTATUS\[\d\]|[A-Za-z_]\w*|\?)/y;

/** What bash has and changes by itself. */
const ownVariables =
  /^(?:RANDOM|SRANDOM|SECONDS|LINENO|BASH\w*|EPOCH\w+|PPID|EUID|UID|GROUPS|DIRSTACK|FUNCNAME|HOSTNAME|HOSTTYPE|OSTYPE|MACHTYPE|SHELLOPTS|SHLVL|PIPESTATUS|COPROC|MAPFILE|REPLY|OPTARG|OPTIND|IFS|_)$/;

const asArguments = 'Write the text itself: a line has no positional parameters';

/** Nothing where the dollar is only a character. */
export function readParameter(cursor: TextCursor, quoted: boolean, readWord: ReadWord): VariablePart | undefined {
  const from = cursor.at;
  const word = cursor.isCode ? cursor.match(given) : undefined;
  if (word !== undefined) return { kind: 'variable', name: word.replace(/[${}]/g, ''), quoted, change: undefined };
  if (cursor.sees('${')) return readBraced(cursor, quoted, readWord);
  const found = cursor.match(plain)?.slice(1);
  if (found !== undefined) return partOf(cursor, found, quoted, undefined, from);
  const other = cursor.match(special);
  if (other === undefined) return undefined;
  cursor.refuse(other, asArguments, from);
  return { kind: 'variable', name: '?', quoted, change: undefined };
}

function readBraced(cursor: TextCursor, quoted: boolean, readWord: ReadWord): VariablePart {
  const from = cursor.at;
  const length = /\$\{#[A-Za-z_]\w*\}/y;
  const counted = cursor.match(length);
  if (counted !== undefined) return partOf(cursor, counted.slice(3, -1), quoted, { kind: 'length' }, from);
  const name = cursor.match(braced)?.slice(2);
  if (name === undefined) return skip(cursor, quoted, from);
  if (cursor.takes('}')) return partOf(cursor, name, quoted, undefined, from);
  const change = readChange(cursor, quoted, readWord);
  if (!change) return skip(cursor, quoted, from);
  if (!cursor.takes('}')) cursor.fail(`has a \${ that is not closed`, 'Close it with }', from);
  return partOf(cursor, name, quoted, change, from);
}

function readChange(cursor: TextCursor, quoted: boolean, readWord: ReadWord): VariableChange | undefined {
  const operator = cursor.match(/:?[-+]|##?|%%?/y);
  if (operator === undefined) return undefined;
  // A pattern is one, in double quotes, too.
  const word = readWord(quoted && /[-+]$/.test(operator));
  const emptyIsUnset = operator.startsWith(':');
  switch (operator.at(-1)) {
    case '-':
      return { kind: 'default', emptyIsUnset, word };
    case '+':
      return { kind: 'alternative', emptyIsUnset, word };
    default:
      return { kind: 'trim', end: operator.startsWith('%'), longest: operator.length === 2, pattern: word };
  }
}

function partOf(
  cursor: TextCursor,
  name: string,
  quoted: boolean,
  change: VariableChange | undefined,
  at: number,
): VariablePart {
  if (ownVariables.test(name)) {
    cursor.refuse(`$${name}, which only exists in a shell`, 'Write the value, or let a program print it', at);
  }
  return { kind: 'variable', name, quoted, change };
}

/** Past the brace that closes it, however it goes on. */
function skip(cursor: TextCursor, quoted: boolean, from: number): VariablePart {
  const end = cursor.text.indexOf('}', from);
  if (end === -1) cursor.fail(`has a \${ that is not closed`, 'Close it with }', from);
  const what = cursor.text.slice(from, end + 1);
  cursor.refuse(
    what.length > 40 ? `this form of \${…}` : what,
    `Use \${NAME}, \${NAME:-text}, \${NAME#pattern} or \${NAME%pattern}`,
    from,
  );
  cursor.at = end + 1;
  return { kind: 'variable', name: '?', quoted, change: undefined };
}
