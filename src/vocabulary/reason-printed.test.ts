import { expect, test } from 'vitest';
import { reasonPrinted } from './reason-printed.js';

test.each<[about: string, printed: string, text: string, isCut: boolean]>([
  ['one line', 'why\n', 'why', false],
  ['nothing', ' \n', '', false],
  ['three lines', 'a\nb\nc\n', 'a\nb\nc', false],
  ['a log', `a\nb\n\n${'line\n'.repeat(10)}c\nd\n`, `${'line\n'.repeat(10)}c\nd`, true],
  [
    'an error and how to use the program',
    "error: unknown option `bogus'\nusage: git status [<options>] [--] [<pathspec>...]\n\n    -v, --verbose  be verbose\n    -s, --short  show status concisely\n",
    "error: unknown option `bogus'",
    true,
  ],
  [
    'an error and where to look',
    "ls: unrecognized option '--x'\nTry 'ls --help' for more information.\n",
    "ls: unrecognized option '--x'",
    true,
  ],
  [
    'an error of clap',
    "error: unexpected argument '--x' found\n\n  tip: to pass '--x' as a value, use '-- --x'\n\nUsage: rg [OPTIONS]\n\nFor more information, try '--help'.\n",
    "error: unexpected argument '--x' found\n  tip: to pass '--x' as a value, use '-- --x'",
    true,
  ],
  ['only how to use it', 'Usage: tool <file>\n  -a  all\n  -b  brief\n', 'Usage: tool <file>', true],
  ['a long line', `x${'y'.repeat(1_400)}z`, `…${'y'.repeat(998)}z`, true],
  ['a long error', `${'y'.repeat(400)}\nusage: x\n`, `${'y'.repeat(299)}…`, true],
])('%s', (_, printed, text, isCut) => {
  expect(reasonPrinted(printed)).toEqual({ text, isCut });
});
