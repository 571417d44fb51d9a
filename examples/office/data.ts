// The whole "cloud" of this example. It lives in memory: what the commands change is gone with the process.

import { today } from './dates.js';

export interface CalendarEvent {
  readonly id: string;
  readonly summary: string;
  readonly start: string;
  /** Missing when nobody said how long it takes. */
  readonly end?: string;
}

export interface DriveFile {
  readonly id: string;
  readonly name: string;
  readonly folder: string;
  readonly type: 'document' | 'image' | 'pdf' | 'spreadsheet' | 'video';
  readonly bytes: number;
  readonly modified: string;
}

export interface Message {
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly date: string;
  readonly body: string;
}

export interface Sheet {
  readonly id: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: string[][];
}

export const createdEvents: CalendarEvent[] = [];

/** The events of one calendar. Two of them are always today, so that `calendar events --today` finds something. */
export function eventsOf(calendar: string): readonly CalendarEvent[] | undefined {
  switch (calendar) {
    case 'primary':
      return [
        { id: 'evt_101', summary: 'Planning', start: '2026-02-01T09:00:00Z', end: '2026-02-01T10:30:00Z' },
        { id: 'evt_123', summary: 'Team Meeting', start: `${today()}T10:00:00Z` },
        { id: 'evt_456', summary: 'Lunch', start: `${today()}T12:00:00Z` },
        ...createdEvents,
      ];
    case 'work@example.com':
      return [{ id: 'evt_789', summary: 'Standup', start: `${today()}T09:00:00Z`, end: `${today()}T09:15:00Z` }];
    default:
      return undefined;
  }
}

export const calendars = ['primary', 'work@example.com'];

export const files = new Map<string, DriveFile>(
  (
    [
      ['file_101', '/', 'notes.txt', 'document', 1_200, '2026-01-30T08:15:00Z'],
      ['file_102', '/Documents', 'report.pdf', 'pdf', 48_000, '2026-01-28T16:20:00Z'],
      ['file_103', '/Documents', 'budget.csv', 'spreadsheet', 9_600, '2026-01-31T11:05:00Z'],
      ['file_104', '/Pictures', 'team.jpg', 'image', 350_000, '2025-12-19T18:40:00Z'],
      ['file_105', '/Recordings', 'all-hands.mp4', 'video', 2_000_000, '2026-01-15T14:00:00Z'],
    ] as const
  ).map(([id, folder, name, type, bytes, modified]) => [id, { id, name, folder, type, bytes, modified }]),
);

export const messages: Message[] = [
  {
    id: 'msg_301',
    from: 'alice@example.com',
    to: ['me@example.com'],
    subject: 'Quarterly report',
    date: '2026-01-28T16:25:00Z',
    body: 'The report is in /Documents. Can you look at the numbers before Monday?',
  },
  {
    id: 'msg_302',
    from: 'bob@example.com',
    to: ['me@example.com', 'alice@example.com'],
    subject: 'Lunch?',
    date: '2026-01-30T10:02:00Z',
    body: 'The new place around the corner, at twelve.',
  },
  {
    id: 'msg_303',
    from: 'alice@example.com',
    to: ['me@example.com'],
    subject: 'Re: Lunch?',
    date: '2026-01-30T10:20:00Z',
    body: 'See you there.',
  },
];

export const spreadsheets = new Map<string, Sheet>(
  [
    {
      id: 'sheet_201',
      title: 'Budget',
      columns: ['month', 'item', 'amount'],
      rows: [
        ['2026-01', 'Rent', '1800.00'],
        ['2026-01', 'Coffee', '64.50'],
        ['2026-02', 'Rent', '1800.00'],
      ],
    },
    {
      id: 'sheet_202',
      title: 'Team',
      columns: ['name', 'email'],
      rows: [
        ['Alice', 'alice@example.com'],
        ['Bob', 'bob@example.com'],
      ],
    },
  ].map((sheet) => [sheet.id, sheet]),
);
