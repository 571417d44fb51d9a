// Commands with typed arguments: any Standard Schema works, here it is zod.

import { arg, defineCommand } from 'cmdgate';
import { z } from 'zod';
import { type Message, messages } from '../data.js';
import { toIso } from '../dates.js';
import { changed, looked } from '../exit-codes.js';

const message = z.object({
  id: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  date: z.string(),
  body: z.string(),
});

/** `from:alice@example.com` looks at one field; a plain word looks everywhere. */
function matches(message: Message, term: string): boolean {
  const [, field, text = term] = /^(from|to|subject):(.*)$/i.exec(term) ?? [];
  const places: Record<string, string> = {
    from: message.from,
    to: message.to.join(' '),
    subject: message.subject,
    body: message.body,
  };
  const place = field === undefined ? Object.values(places).join(' ') : (places[field.toLowerCase()] ?? '');
  return place.toLowerCase().includes(text.toLowerCase());
}

export const gmail = defineCommand({
  description: 'Manage Gmail messages',
  subcommands: {
    search: {
      description: 'Find messages, newest first',
      danger: 'safe',
      exitCodes: looked,
      requiredScopes: ['mail.read'],
      examples: ["gmail search 'from:alice@example.com'", 'gmail search from:alice lunch --max 5'],
      args: {
        query: arg(z.array(z.string()).min(1), {
          positional: true,
          variadic: true,
          description: 'Words that must all occur; from:, to: and subject: look at one field',
        }),
        max: arg(z.number().int().min(1).max(100).default(10), {
          short: 'n',
          description: 'Maximum number of messages',
        }),
      },
      outputSchema: z.object({ messages: z.array(message) }),
      handler: ({ query, max }) => {
        const terms = query.flatMap((text) => text.split(/\s+/));
        const found = messages.filter((message) => terms.every((term) => matches(message, term)));
        return { messages: found.toReversed().slice(0, max) };
      },
    },

    send: {
      description: 'Send a message',
      danger: 'mutating',
      exitCodes: changed,
      requiredScopes: ['mail.send'],
      examples: [
        'gmail send --to alice@example.com --subject "Hello"',
        'gmail send --to alice@example.com,bob@example.com --to carol@example.com --subject Lunch --body "At twelve?"',
      ],
      args: {
        to: arg(z.array(z.email()).min(1), { description: 'Who gets it: separated by commas, or repeated' }),
        subject: arg(z.string().min(1), { description: 'What it is about', short: 's' }),
        body: arg(z.string().default(''), { description: 'The text' }),
      },
      outputSchema: z.object({ message, effect: z.literal('created') }),
      handler: ({ to, subject, body }, context) => {
        const id = `msg_${301 + messages.length}`;
        const sent: Message = { id, from: 'me@example.com', to, subject, date: toIso(new Date()), body };
        messages.push(sent);
        context.message(`Sent to ${to.join(', ')}`);
        return { message: sent, effect: 'created' };
      },
    },

    // These two exist, and cmdgate.config.json denies them: try one and see what an agent is told.
    delegates: {
      description: 'Let someone else read and send mail as you',
      danger: 'mutating',
      exitCodes: changed,
      requiredScopes: ['mail.settings'],
      examples: ['gmail delegates bob@example.com'],
      args: { email: arg(z.email().optional(), { positional: true, description: 'Who may' }) },
      outputSchema: z.object({ delegates: z.array(z.string()), effect: z.enum(['updated', 'noop']) }),
      handler: ({ email }) =>
        email === undefined ? { delegates: [], effect: 'noop' } : { delegates: [email], effect: 'updated' },
    },
    autoforward: {
      description: 'Forward all mail to another address',
      danger: 'mutating',
      exitCodes: changed,
      requiredScopes: ['mail.settings'],
      examples: ['gmail autoforward bob@example.com'],
      args: { email: arg(z.email().optional(), { positional: true, description: 'Where to' }) },
      outputSchema: z.object({ forwardTo: z.string().nullable(), effect: z.enum(['updated', 'noop']) }),
      handler: ({ email }) => ({ forwardTo: email ?? null, effect: email === undefined ? 'noop' : 'updated' }),
    },
  },
});
