// `ledger` and `audit`: what is remembered.

import { usualRetention } from '../../execution/process/output/stored/retention/retention.js';
import { integer, mostBytes, object } from '../../shape/shape.js';
import { oneOf, orFlag, pathFrom, secretReference } from './texts.js';

export const ledger = object(
  {
    directory: pathFrom(
      '/var/lib/cmdgate/office',
      'Where it is stored: outside the workspace, or in `.cmdgate`. Relative to this file.',
      'a directory per workspace in `~/.local/state/cmdgate`',
    ),
    url: secretReference({
      what: 'a reference to the address of a PostgreSQL database, "env:NAME" or "file:path"',
      example: 'env:CMDGATE_DATABASE',
      default: 'none: the index is a file in the directory',
      description: 'A PostgreSQL database for the index, which several machines can share.',
    }),
    sync: oneOf(['process', 'full'], 10, {
      example: 'full',
      default: 'process',
      description: 'What recorded entries survive: a crash of the gate, or with `full` also a power failure.',
    }),
    keepDays: integer(1, 36_500, usualRetention.keepDays, 'How long output is kept, in days.'),
    keepBytes: integer(
      1_048_576,
      mostBytes,
      usualRetention.keepBytes,
      'How much output is kept; the oldest is deleted first.',
    ),
    keepLogDays: integer(1, 36_500, 'forever', 'How long log entries are kept, in days.'),
  },
  { description: "The gate's memory: every request, decision, approval and output." },
);

export const audit = orFlag(
  '`false` records nothing; the history ends with the gate.',
  object(
    {
      file: pathFrom(
        'audit.jsonl',
        'A file that every answer is also appended to, one JSON object per line. Relative to this file.',
        'none',
      ),
    },
    { description: 'A copy for other tools.' },
  ),
  { default: true, description: 'Whether every request is recorded in the ledger, including refused ones.' },
);
