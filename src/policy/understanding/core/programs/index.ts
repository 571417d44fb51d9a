// The closed core: what runs without asking where nothing enforces the scope. It is data, and every entry says by
// examples what runs and what asks; a test tries them all.
//
// What may stand here:
//   - The program has no language in its arguments that could run or write something; of sed, only scripts that edit.
//   - Its files are plain files and directories of the workspace, named in its arguments. It takes no names from files,
//     makes none up, and follows no links on its way down.
//   - Its standard input is data for it, and no answer to a question.
//   - What it writes takes the place of nothing, and is nothing that other tools obey.
//   - It means the GNU programs of Linux. Programs of the same name elsewhere have other options.
//
// If you are not sure about an option, leave it out: the call then asks.

import type { CorePrograms } from '../core-program.js';
import { basics } from './basics.js';
import { changing } from './changing.js';
import { git } from './git.js';
import { reading } from './reading.js';

export const corePrograms: CorePrograms = { ...basics, ...reading, ...changing, ...git };
