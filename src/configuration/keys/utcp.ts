// `utcp`: tools of UTCP manuals.

import { isRecord } from '../../shape/kind-of.js';
import { either, flag, integer, named, object, text } from '../../shape/shape.js';
import { usualDiscoveryMs } from '../../sources/utcp/tool.js';
import { ownSandbox } from './sandbox.js';
import { files, listOf, oneOf, variable, variables, word } from './texts.js';

const file = files('manuals/*.json', 'A file');

const allowed = object(
  {
    name: text({
      what: 'a name for commands: a letter, then letters, digits, "_" and "-"',
      maxLength: 100,
      pattern: `^${word}$`,
      example: 'weather',
      default: 'the name of the file, or of the program',
      description: 'The first word of its commands.',
    }),
    file: { ...file, default: 'this or `command`', description: 'The path of the manual, or a glob.' },
    command: listOf(
      text({
        what: 'an argument',
        maxLength: 10_000,
        pattern: '^[^\\u0000]*$',
        example: 'print-manual',
        description: 'The program, then its arguments.',
      }),
      'this or `file`',
      "A program that prints the manual, with its arguments. It is started once, without a shell, in this file's directory.",
    ),
    variables: named(
      variables,
      text({
        what: 'text, or a reference "env:NAME" or "file:path"',
        maxLength: 100_000,
        pattern: '^[\\s\\S]*$',
        example: 'env:WEATHER_KEY',
        hidden: true,
        description: 'The value, or a reference to it: `env:NAME`, `file:path`.',
      }),
      {
        default: 'none',
        description: 'Values for the variables of its templates, or references to them. They are never shown.',
      },
    ),
    environment: listOf(
      text({
        what: 'the name of an environment variable',
        maxLength: 200,
        pattern: variable,
        example: 'LANG',
        description: 'The name of an environment variable.',
      }),
      'none',
      "Variables of the gate's own environment that it may read.",
    ),
    paths: oneOf(['workspace', 'any'], 20, {
      example: 'any',
      default: 'workspace',
      description: 'Where its tools may work: `any` allows paths outside the workspace.',
    }),
    relativePrograms: flag(
      false,
      'Whether a program may be a path relative to the working directory, such as `./deploy.sh`.',
    ),
    continueOnFailure: flag(false, 'Whether a list of commands continues after one that failed.'),
    timeoutMs: integer(
      1,
      600_000,
      usualDiscoveryMs,
      'How long `command` may take to print the manual, in milliseconds.',
    ),
    sandbox: ownSandbox,
  },
  { description: 'A manual with the permissions the owner gives its tools.' },
);

export const utcp = listOf(
  either((value) => !isRecord(value), file, allowed, {
    description:
      'A path or a glob, or an object with settings. Without `file` and `command` it applies to all manuals.',
  }),
  'none',
  'Tools of UTCP manuals: `.json` or `.yaml` files, given by paths or globs relative to this file, or printed by a program.',
);
