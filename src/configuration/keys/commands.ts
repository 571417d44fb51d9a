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
          'Whether each run of these commands gets its own process, as if all of them declared `isolated`.',
        ),
      },
      { description: 'Modules with settings for them.', required: ['files'] },
    ),
    { description: 'A path or a glob, or an object with settings for its modules.' },
  ),
  'none',
  'Modules that define commands (`.ts`, `.js`, `.mjs`): paths or globs, relative to this file.',
);

export const strict = flag(
  false,
  'Whether commands must declare danger, exit codes and scopes, and whether those that change something must return its `effect`.',
);

export const handlerProcess = flag(
  true,
  'Whether `serve` runs the handlers of `commands` in a separate process, which is restarted if it ends. With `false`, a handler that computes without a pause blocks every caller.',
);
