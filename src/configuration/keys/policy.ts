// `policy` and `approvals`: what may run, and how people are asked.

import { usualExpiresMs } from '../../ledger/approvals/approval-store.js';
import { isRecord } from '../../shape/kind-of.js';
import { either, integer, object, type Shape } from '../../shape/shape.js';
import { longestDelayMs } from '../../vocabulary/longest-delay.js';
import { pathFrom } from './texts.js';

/** A file by its path, or what would stand in it: those who know rules read it. */
export const policy = either(
  (value) => !isRecord(value),
  pathFrom('policy.json', 'A `.json` or `.yaml` file, relative to the configuration file.'),
  { type: 'unread', schema: { $ref: 'policy.json' } } as Shape<Readonly<Record<string, unknown>>>,
  {
    default: 'the policy out of the box',
    description: 'What may run, what asks a person and what is denied: rules, or the path of a file with rules.',
  },
);

export const approvals = object(
  {
    directory: pathFrom(
      '/var/lib/cmdgate/office',
      'Where questions and answers are kept. Never put it where agents can write. Relative to the file.',
      "the user's own state directory",
    ),
    expiresMs: integer(1_000, longestDelayMs, usualExpiresMs, 'How long a request can be answered, in milliseconds.'),
  },
  { description: 'How people are asked.' },
);
