// `commands`, `strict` and `handlerProcess`: modules that define commands.

import { isRecord } from '../../shape/kind-of.js';
import { either, flag, object } from '../../shape/shape.js';
import { files, listOf } from './texts.js';

const module = files('commands/**/*.ts', 'A module');

export const commands = listOf(
  either(
    (value) => !isRecord(value),
    module,
    object(
      {
        files: listOf(module, 'required', 'Paths or globs of the modules.'),
        untrusted: flag(
          false,
          'Whether each run of their commands has a process of its own, as if all of them declared `isolated`.',
        ),
      },
      { description: 'Modules with what the owner thinks of them.', required: ['files'] },
    ),
    { description: 'A path or a glob, or an object that says more about its modules.' },
  ),
  'none',
  'Modules that define commands (`.ts`, `.js`, `.mjs`): paths or globs, relative to the file.',
);

export const strict = flag(
  false,
  'Whether commands must declare danger, exit codes and scopes, and those that change something must answer with its `effect`.',
);

export const handlerProcess = flag(
  true,
  'Whether `serve` runs the handlers of `commands` in a process beside its own, which is started again when it ends. With `false`, a handler that computes without a pause stops every caller.',
);
