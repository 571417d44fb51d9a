// `handles`: programs described by data.

import { isRecord } from '../../shape/kind-of.js';
import { either, flag, object } from '../../shape/shape.js';
import { ownSandbox } from './sandbox.js';
import { files, listOf, oneOf, variableName } from './texts.js';

const file = files('handles/*.json', 'A file');

const allowed = object(
  {
    files: listOf(file, 'required', 'Paths or globs of the files.'),
    paths: oneOf(['workspace', 'any'], 20, {
      example: 'any',
      default: 'workspace',
      description: 'Where their programs may work: `any` lets `directory` leave the workspace.',
    }),
    environment: listOf(
      variableName,
      'none',
      'Variables that they may set although these can change what a program does.',
    ),
    pass: listOf(variableName, 'none', "Variables of the gate's own environment that their programs get as well."),
    relativePrograms: flag(false, 'Whether `command` may be a path relative to `directory`, such as `./deploy.sh`.'),
    inherit: flag(false, 'Whether `io` may say `inherit`: at a terminal the program then writes to it directly.'),
    newlines: flag(false, 'Whether an argument may hold line breaks.'),
    characters: oneOf(['text', 'strict'], 20, {
      example: 'strict',
      default: 'text',
      description: 'What an argument may hold: any text, or only what needs no quotes anywhere.',
    }),
    sandbox: ownSandbox,
  },
  { description: 'Handles with what the owner allows them.', required: ['files'] },
);

export const handles = listOf(
  either((value) => !isRecord(value), file, allowed, {
    description: 'A path or a glob, or an object that widens what its handles may do.',
  }),
  'none',
  'Programs described by data: Command Handles in `.json` or `.yaml` files, by paths or globs relative to the file.',
);
