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
        description: 'A directory, relative to the file.',
      }),
      "the gate's own PATH, without what lies in the workspace",
      'The directories in which programs are looked for, in this order.',
    ),
    environment: named(
      variables,
      text({
        what: 'text, or a reference "env:NAME" or "file:path"',
        maxLength: 100_000,
        pattern: '^[^\\u0000]*$',
        example: 'production',
        description: 'The value, or where it is: `env:NAME`, `file:path`.',
      }),
      {
        default: 'none',
        description:
          'Variables that programs of `shell` get. A value that is a reference is secret: it is shown nowhere.',
      },
    ),
    pass: listOf(variableName, 'none', "Variables of the gate's own environment that programs of `shell` get."),
  },
  { description: 'How programs are found.' },
);

export const credentials = named(
  ownNames,
  secretReference({
    example: 'env:DEPLOY_KEY',
    description: 'Where the credential is; it is read again for every run.',
  }),
  {
    default: 'none',
    description: 'What handles may name as credentials. The values reach the program and are shown nowhere.',
  },
);
