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
      description: 'Where their programs may work: `any` allows `directory` outside the workspace.',
    }),
    environment: listOf(
      variableName,
      'none',
      'Variables that they may set even though these can change what a program does.',
    ),
    pass: listOf(variableName, 'none', "Variables of the gate's own environment that their programs also get."),
    relativePrograms: flag(false, 'Whether `command` may be a path relative to `directory`, such as `./deploy.sh`.'),
    inherit: flag(false, 'Whether `io` may be `inherit`: at a terminal, the program then writes to it directly.'),
    newlines: flag(false, 'Whether an argument may contain line breaks.'),
    characters: oneOf(['text', 'strict'], 20, {
      example: 'strict',
      default: 'text',
      description: 'What an argument may contain: any text, or only text that never needs quotes.',
    }),
    sandbox: ownSandbox,
  },
  { description: 'Handles with the permissions the owner gives them.', required: ['files'] },
);

export const handles = listOf(
  either((value) => !isRecord(value), file, allowed, {
    description: 'A path or a glob, or an object that gives its handles more permissions.',
  }),
  'none',
  'Programs described by data: Command Handles in `.json` or `.yaml` files, given by paths or globs relative to this file.',
);
