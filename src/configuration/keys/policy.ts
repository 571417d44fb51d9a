// `policy` and `approvals`: what may run, and how people are asked.

import { usualExpiresMs } from '../../ledger/approvals/approval-store.js';
import { isRecord } from '../../shape/kind-of.js';
import { either, integer, line, list, object, type Shape, text } from '../../shape/shape.js';
import { longestDelayMs } from '../../vocabulary/longest-delay.js';
import { pathFrom } from './texts.js';

/** A file by its path, or what would stand in it: those who know rules read it. */
export const policy = either(
  (value) => !isRecord(value),
  pathFrom('policy.json', 'A `.json` or `.yaml` file, relative to the configuration file.'),
  { type: 'unread', schema: { $ref: 'policy.json' } } as Shape<Readonly<Record<string, unknown>>>,
  {
    default: 'the policy out of the box',
    description: 'What may run, what asks a person and what is denied: rules, or the path of a rules file.',
  },
);

export const approvals = object(
  {
    directory: pathFrom(
      '/var/lib/cmdgate/office',
      'Where approvals are stored. Agents must not be able to write there. Relative to this file.',
      "the user's own state directory",
    ),
    expiresMs: integer(1_000, longestDelayMs, usualExpiresMs, 'How long a request can be answered, in milliseconds.'),
    notify: object(
      {
        command: list(text({ what: 'a word', maxLength: 4_096, pattern: line, example: 'notify-send' }), {
          minItems: 1,
          maxItems: 100,
          example: ['notify-send', 'cmdgate'],
          description:
            'A program and its first arguments, started without a shell. It gets the notice as its last argument, and as JSON on standard input.',
        }),
        url: text({
          what: 'the URL of a webhook, or a reference to it, "env:NAME" or "file:path"',
          maxLength: 4_096,
          pattern: '^(?:https?://[^\\s\\u0000-\\u001f]+|env:[A-Za-z_][A-Za-z0-9_]*|file:[^\\u0000-\\u001f]+)$',
          example: 'env:APPROVALS_WEBHOOK',
          hidden: true,
          description:
            'A webhook: it gets the notice as JSON by POST. Use `env:NAME` or `file:path` if the URL is secret.',
        }),
      },
      { what: 'a command, a url, or both', description: 'Who is notified that a request is waiting.' },
    ),
  },
  { description: 'How people are asked for approval.' },
);
