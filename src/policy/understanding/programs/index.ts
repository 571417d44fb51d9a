// The table of programs: what the gate knows about what a call means. It is data; understand.ts reads calls by it.
//
// To add a program, write it into the file of its kind:
//
//   wc: {
//     does: 'reads',                                      effects that it always has
//     options: '-clmw --lines --files0-from=options-file', all options that it may be given
//     operands: 'read*',                                  what its operands are
//   },
//
// Names: `'cat|tac'` is one entry for several programs. Share an entry only where no option takes a value for one of them
// and none for another: the value would hide a path.
//
// Options, separated by spaces:
//   -abc                  three short options without values
//   -n,--lines=text       one option with two names and a value of the kind `text`, attached or in the next argument
//   --color[=text]        a value only when it is attached
//   --arg=text+text       two values
//   -W*                   every option that begins so; `--*=anything` looks for paths in all of it
//   -#                    a number: `head -5`
//   … !destroys           the option has this effect
//   … ~create             the option turns the program into this one of its `modes`
//   … ^   … $             the option takes the place of the first, or of the last operand: `grep -e`, `cp -t`
//
// Operands: kinds in order, one of them may be repeated: `text read*`, `source* target`. `command` is a program with its
// arguments, which is read in turn; `shell` is text for a shell.
//
// Kinds are in kinds.ts. The most common: `text` (no path, whatever it looks like), `read`, `write` (adds or edits),
// `replace` (writes from the beginning), `remove`, `path` (a path, use unknown), `maybe` (a path if it looks like one),
// `anything` (every way to write a path), `directory` (later paths start there), `script` (a file of code), `code`,
// `program`, `options-file` (more options, so the call is not understood).
//
// What else a program can be (program.ts says it in full): `makes` names files that it writes without being told,
// `expands` that `@file` holds more arguments, `obeys` files of the workspace that say what it runs, even when it is
// only asked for its version, `doubt` why no call of it is understood, `withoutDashes` that `--` does not end the options
// of every version. `busybox/grep` is the one of busybox, where it differs from other programs of its name.
//
// If you are not sure about an option, leave it out: a call with it is then not understood, which is safe. A wrong
// entry is not.

import type { Programs } from '../program.js';
import { archives } from './archives.js';
import { basics } from './basics.js';
import { build } from './build.js';
import { containers } from './containers.js';
import { files } from './files.js';
import { git } from './git.js';
import { languages } from './languages.js';
import { network } from './network.js';
import { packages } from './packages.js';
import { search } from './search.js';
import { system } from './system.js';
import { text } from './text.js';
import { tools } from './tools.js';
import { wrappers } from './wrappers.js';

/** The kinds of programs in an order in which the later one wins where two name the same program. */
export const groups: readonly Programs[] = [
  tools,
  containers,
  build,
  languages,
  packages,
  network,
  archives,
  system,
  git,
  basics,
  search,
  text,
  files,
  wrappers,
];

export const programs: Programs = Object.assign({}, ...groups);
