// Commands in the specification's form: arguments are a list, and the handler's types follow from it.

import { CommandError, defineCommand } from 'cmdgate';
import { type CalendarEvent, calendars, createdEvents, eventsOf } from '../data.js';
import { endOf, startOf, today, toIso } from '../dates.js';
import { changed, looked, missing, unfit } from '../exit-codes.js';
import { notFound } from '../not-found.js';

const eventSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    summary: { type: 'string' },
    start: { type: 'string', format: 'date-time' },
    end: { type: 'string', format: 'date-time' },
  },
};

const timeOf = (event: CalendarEvent) => startOf(event.start).getTime();

export const calendar = defineCommand({
  description: 'Manage calendar events',
  subcommands: {
    events: {
      description: 'List calendar events with optional filters',
      danger: 'safe',
      exitCodes: { ...looked, ...missing },
      requiredScopes: ['calendar.read'],
      examples: [
        'calendar events --today',
        'calendar events --from 2026-02-01 --to 2026-02-07',
        'calendar events --today --calendar work@example.com',
      ],
      arguments: [
        { name: '--today', type: 'flag', description: "Show today's events only" },
        {
          name: '--from',
          type: 'datetime',
          description: 'Start date/time (ISO8601 format)',
          examples: ['2026-02-02', '2026-02-02T10:00:00Z'],
        },
        { name: '--to', type: 'datetime', description: 'End date/time (ISO8601 format)' },
        {
          name: '--max',
          type: 'integer',
          default: 10,
          description: 'Maximum number of events to return',
          validate: (max: number) => max >= 1 || 'must be at least 1',
        },
        { name: '--calendar', type: 'string', default: 'primary', description: "Calendar ID or 'primary'" },
      ],
      outputSchema: { type: 'object', properties: { events: { type: 'array', items: eventSchema } } },
      handler: (args, context) => {
        const all = eventsOf(args.calendar);
        if (all === undefined) throw notFound('calendar', args.calendar, calendars);

        const from = args.from === undefined ? -Infinity : startOf(args.from).getTime();
        const to = args.to === undefined ? Infinity : endOf(args.to).getTime();
        const events = all
          .filter((event) => !args.today || event.start.startsWith(today()))
          .filter((event) => timeOf(event) >= from && timeOf(event) <= to)
          .sort((left, right) => timeOf(left) - timeOf(right))
          .slice(0, args.max);

        context.message(
          `Found ${events.length} event${events.length === 1 ? '' : 's'}${args.today ? ' for today' : ''}`,
        );
        return { events };
      },
    },

    create: {
      description: 'Create a calendar event',
      danger: 'mutating',
      exitCodes: { ...changed, ...unfit },
      requiredScopes: ['calendar.write'],
      examples: ['calendar create --summary "Design review" --from 2026-02-03T14:00:00Z --to 2026-02-03T15:00:00Z'],
      arguments: [
        { name: '--summary', type: 'string', required: true, description: 'What it is about' },
        { name: '--from', type: 'datetime', required: true, description: 'Start date/time (ISO8601 format)' },
        { name: '--to', type: 'datetime', required: true, description: 'End date/time (ISO8601 format)' },
      ],
      outputSchema: {
        type: 'object',
        properties: { event: eventSchema, effect: { const: 'created' } },
        required: ['event', 'effect'],
      },
      handler: (args) => {
        if (endOf(args.to) <= startOf(args.from)) {
          throw new CommandError('ENDS_BEFORE_START', 'The event ends before it starts', {
            hint: 'Give a --to that is later than --from',
          });
        }
        const event: CalendarEvent = {
          id: `evt_${1001 + createdEvents.length}`,
          summary: args.summary,
          start: toIso(startOf(args.from)),
          end: toIso(endOf(args.to)),
        };
        createdEvents.push(event);
        return { event, effect: 'created' };
      },
    },
  },
});
