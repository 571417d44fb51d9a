// `programs` and `credentials`: where programs are found, and what they are given.

import { named, object, text } from '../../shape/shape.js';
import { anyPath, listOf, ownNames, secretReference, variableName, variables } from './texts.js';

export const programs = object(
  {
    path: listOf(
      text({
        ...anyPath,
        what: 'a directory',
        example: '/usr/bin',
        description: 'A directory, relative to this file.',
      }),
      "the gate's own PATH, without directories in the workspace",
      'The directories to search for programs, in this order.',
    ),
    environment: named(
      variables,
      text({
        what: 'text, or a reference "env:NAME" or "file:path"',
        maxLength: 100_000,
        pattern: '^[^\\u0000]*$',
        example: 'production',
        description: 'The value, or a reference to it: `env:NAME`, `file:path`.',
      }),
      {
        default: 'none',
        description: 'Variables for programs run by `shell`. A value given as a reference is secret and never shown.',
      },
    ),
    pass: listOf(variableName, 'none', "Variables of the gate's own environment that programs run by `shell` get."),
  },
  { description: 'How programs are found.' },
);

export const credentials = named(
  ownNames,
  secretReference({
    example: 'env:DEPLOY_KEY',
    description: 'Where the credential is stored; it is read again for every run.',
  }),
  {
    default: 'none',
    description: 'Credentials that handles may name. The values reach the program and are never shown.',
  },
);
