import { expect, test } from 'vitest';
import { CommandError, GateError } from '../../vocabulary/gate-error.js';
import type { Completed, Failed, Outcome, RunFacts } from '../../vocabulary/outcome.js';
import { renderText } from './render-text.js';

const run: RunFacts = {
  runId: 'r1',
  command: 'x',
  path: ['x'],
  danger: 'safe',
  durationMs: 1,
  dryRun: false,
  presentation: {},
  warnings: [],
};

function completed(data: unknown, more: Partial<Completed> = {}): Completed {
  return {
    status: 'completed',
    data,
    json: JSON.stringify(data),
    message: undefined,
    truncated: undefined,
    run,
    ...more,
  };
}

function failed(error: GateError, more: Partial<RunFacts> = {}): Failed {
  return { status: 'failed', error, run: { ...run, ...more } };
}

function stdout(data: unknown, width = 80): string {
  const rendered = renderText(completed(data), { color: false, width });
  const cut = 'note: values ending in … are cut; --format json shows everything.\n';
  expect(rendered.stderr).toBe(rendered.stdout.includes('…') ? cut : '');
  return `\n${rendered.stdout}`;
}

const both = (outcome: Outcome, color = false) => renderText(outcome, { color, width: 80 });

test('scalars are printed as they are', () => {
  expect([stdout('two\nlines'), stdout(3.5), stdout(false), stdout('')]).toEqual([
    '\ntwo\nlines\n',
    '\n3.5\n',
    '\nfalse\n',
    '\n\n',
  ]);
});

test('a message without data is the whole answer', () => {
  expect(both(completed(null, { message: 'Mail sent' }))).toEqual({ stdout: 'Mail sent\n', stderr: '' });
  expect(both(completed(null))).toEqual({ stdout: '(none)\n', stderr: '' });
});

test('a list of flat objects is a table with numbers to the right', () => {
  expect(
    stdout([
      { id: 'evt_1', summary: 'Team Meeting', people: 4, tags: ['work', 'weekly'] },
      { id: 'evt_22', summary: '昼ご飯 🍱', people: 12, tags: [], room: 'B' },
      { id: 'evt_3', summary: 'two\nlines', people: null, tags: ['x'] },
    ]),
  ).toMatchInlineSnapshot(`
    "
    id      summary       people  tags          room
    evt_1   Team Meeting       4  work, weekly
    evt_22  昼ご飯 🍱         12                B
    evt_3   two\\nlines            x
    "
  `);
});

test('one list in an object is that table, under the message', () => {
  const outcome = completed({ events: [{ id: 1, name: 'Lunch' }] }, { message: 'Found 1 event' });
  expect(`\n${both(outcome).stdout}`).toMatchInlineSnapshot(`
    "
    Found 1 event
    id  name
     1  Lunch
    "
  `);
  expect(both(outcome, true).stdout).toBe('\x1b[1mFound 1 event\x1b[22m\n\x1b[1mid  name\x1b[22m\n 1  Lunch\n');
});

test('a short list stands on one line, unless a comma in it would look like the end of an item', () => {
  const outcome = completed({ args: ['log', '--format=%h, %s'], names: ['a', 'b c'] });
  expect(`\n${both(outcome).stdout}`).toMatchInlineSnapshot(`
    "
    args:
      - log
      - --format=%h, %s
    names: a, b c
    "
  `);
});

test('an empty list says so', () => {
  expect([stdout([]), stdout({ events: [] }), stdout({})]).toEqual(['\n(none)\n', '\n(none)\n', '\n(none)\n']);
});

test('a table is cut to the width of the terminal, but never its numbers', () => {
  const rows = [
    { id: 1234567890, title: 'A title that is far too long for it', note: 'short', where: 'Room 5, second floor' },
  ];
  expect(stdout(rows, 50)).toMatchInlineSnapshot(`
    "
            id  title           note   where
    1234567890  A title that …  short  Room 5, secon…
    "
  `);
  for (const line of stdout(rows, 50).split('\n')) expect(line.length).toBeLessThanOrEqual(50);
  expect(stdout(rows, 24)).toMatchInlineSnapshot(`
    "
    - id:    1234567890
      title: A title that is far too long for it
      note:  short
      where: Room 5, second floor
    "
  `);
});

test('a list of plain values is one line each', () => {
  expect(stdout(['a', 'b c', 3, null])).toBe('\na\nb c\n3\n(none)\n');
});

test('other objects are aligned lines, nested ones indented', () => {
  expect(
    stdout({
      command: 'calendar events',
      max: 10,
      tags: ['a', 'b'],
      empty: '',
      owner: { name: 'Alice', address: { city: 'Berlin', zip: '10115' } },
      arguments: [
        { name: '--today', type: 'flag' },
        { name: '--max', type: 'integer' },
      ],
      mixed: [1, { deep: { er: true } }, [2, 3]],
      text: 'first\nsecond',
      none: null,
    }),
  ).toMatchInlineSnapshot(`
    "
    command: calendar events
    max:     10
    tags:    a, b
    empty:   ""
    owner:
      name: Alice
      address:
        city: Berlin
        zip:  10115
    arguments:
      name     type
      --today  flag
      --max    integer
    mixed:
      - 1
      - deep:
          er: true
      - - 2
        - 3
    text: |
      first
      second
    none:    (none)
    "
  `);
});

test('deep structures end at a bound and say so', () => {
  let deep: unknown = { leaf: 1, other: 2 };
  for (let level = 0; level < 500; level += 1) deep = { inner: deep };
  const rendered = both(completed(deep));
  expect(`\n${rendered.stdout}`).toMatchInlineSnapshot(`
    "
    inner:
      inner:
        inner:
          inner:
            inner:
              inner:
                inner:
                  inner:
                    {… 1 property}
    "
  `);
  expect(rendered.stderr).toMatchInlineSnapshot(`
    "note: deeper levels are not shown; --format json shows all.
    "
  `);
});

test('names that every object inherits are ordinary keys', () => {
  const rows = JSON.parse('[{"__proto__":"a","constructor":"b"},{"toString":"c"}]');
  expect(stdout(rows)).toMatchInlineSnapshot(`
    "
    __proto__  constructor  toString
    a          b
                            c
    "
  `);
});

test('data never reaches the terminal as control sequences', () => {
  const evil = '\x1b]52;c;AAAA\x07\u202e';
  const shapes = [evil, [evil], { [evil]: evil }, [{ [evil]: evil }], { a: { [evil]: [evil, { b: evil }] } }];
  for (const data of shapes) {
    const rendered = both(
      completed(data, { message: evil, run: { ...run, warnings: [{ code: evil, message: evil }] } }),
    );
    expect(rendered.stdout + rendered.stderr).not.toMatch(/[\x00-\x09\x0b-\x1f\u202e]/);
  }
  const options = { color: false, width: 80, toText: () => `own ${evil}` };
  expect(renderText(completed(1), options).stdout).toBe('own \\x1b]52;c;AAAA\\x07\\u202e\n');
  const error = new GateError('PARSE_ERROR', evil, {
    hint: evil,
    usage: evil,
    examples: [evil],
    details: [{ code: evil, field: evil, message: evil, hint: `see ${evil}` }],
  });
  expect(both(failed(error)).stderr).not.toMatch(/[\x00-\x09\x0b-\x1f\u202e]/);
});

test('a command can bring its own text', () => {
  const toText = (data: unknown) => `Hello ${String(data)}\n\n`;
  expect(renderText(completed('you'), { color: false, width: 80, toText })).toEqual({
    stdout: 'Hello you\n',
    stderr: '',
  });
});

test('warnings and truncation go to stderr', () => {
  const warnings = [{ code: 'DEPRECATED', message: 'Use --max instead of --count.' }];
  const outcome = completed('short', { truncated: { limitBytes: 100, totalBytes: 5000 }, run: { ...run, warnings } });
  expect(both(outcome)).toMatchInlineSnapshot(`
    {
      "stderr": "truncated: the answer has 5000 bytes; the limit is 100.
    warning: Use --max instead of --count. [DEPRECATED]
    ",
      "stdout": "short
    ",
    }
  `);
});

test('a dry run says that nothing was changed', () => {
  expect(both(completed('plan', { run: { ...run, dryRun: true } }))).toEqual({
    stdout: 'plan\n',
    stderr: 'dry run: nothing was changed.\n',
  });
});

test('an error shows every problem, the usage, the hint and examples', () => {
  const error = new GateError('VALIDATION_ERROR', '2 arguments of "calendar events" are wrong.', {
    hint: 'Run "help calendar events".',
    usage: 'calendar events [--today] [--max <integer>]',
    examples: ['calendar events --today', 'calendar events --max 5'],
    details: [
      {
        code: 'TOO_SMALL',
        field: '--max',
        message: 'The --max argument is out of range',
        value: 0,
        hint: 'Use a number of 1 or more',
      },
      {
        code: 'UNKNOWN_OPTION',
        field: '--todya',
        message: 'is unknown',
        value: 'x'.repeat(100),
        hint: 'Did you mean --today?',
      },
      { code: 'OTHER', message: 'Something without a field' },
    ],
  });
  expect(both(failed(error)).stdout).toBe('');
  expect(`\n${both(failed(error)).stderr}`).toMatchInlineSnapshot(`
    "
    error: 2 arguments of "calendar events" are wrong. [VALIDATION_ERROR]
      - The --max argument is out of range (got 0)
        Use a number of 1 or more
      - --todya: is unknown (got "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…)
        Did you mean --today?
      - Something without a field
    usage: calendar events [--today] [--max <integer>]
    hint:  Run "help calendar events".
    examples:
      calendar events --today
      calendar events --max 5
    "
  `);
  expect(both(failed(error), true).stderr).toContain('\x1b[31m\x1b[1merror:');
});

test('a single problem is not told twice, but its value is', () => {
  const problem = {
    code: 'MISSING_VALUE',
    field: '--max',
    message: 'The --max argument needs a value',
    hint: 'Use --max 5',
  };
  const message = 'Invalid argument: --max (the --max argument needs a value)';
  const rendered = [[problem], [{ ...problem, value: 7 }]].map(
    (details) => both(failed(new GateError('VALIDATION_ERROR', message, { hint: 'Use --max 5', details }))).stderr,
  );
  expect(rendered).toEqual([
    'error: Invalid argument: --max (the --max argument needs a value) [VALIDATION_ERROR]\nhint:  Use --max 5\n',
    'error: Invalid argument: --max (the --max argument needs a value) [VALIDATION_ERROR]\n' +
      '  - The --max argument needs a value (got 7)\nhint:  Use --max 5\n',
  ]);
});

test('an error that can be retried says when', () => {
  const error = new GateError('RATE_LIMITED', 'Rate limit exceeded', {
    hint: 'Wait 12s before retry',
    retryAfterMs: 11_200,
  });
  expect(`\n${both(failed(error)).stderr}`).toMatchInlineSnapshot(`
    "
    error: Rate limit exceeded [RATE_LIMITED]
    retry: in 12 s
    hint:  Wait 12s before retry
    "
  `);
});

test("a command's own error reads the same way", () => {
  const error = new CommandError('NOT_FOUND', 'No file named "x".', { hint: 'Run "drive list".' });
  const warnings = [{ code: 'SLOW', message: 'The drive answers slowly.' }];
  expect(`\n${both(failed(error, { warnings })).stderr}`).toMatchInlineSnapshot(`
    "
    error: No file named "x". [NOT_FOUND]
    hint:  Run "drive list".
    warning: The drive answers slowly. [SLOW]
    "
  `);
});

test.each([
  [45, '20 of 45'],
  [null, '20, and there are more'],
])('a page of %s says how to come to the rest', (total, shown) => {
  const pagination = { total, returned: 20, truncated: true, has_more: true, next_cursor: 'WzFd' };
  expect(both(completed([], { run: { ...run, about: { pagination } } })).stderr).toBe(
    `list: ${shown}; --cursor WzFd continues, --limit 0 shows all.\n`,
  );
});

test('the last page says nothing about itself', () => {
  const pagination = { total: 1, returned: 1, truncated: false, has_more: false, next_cursor: null };
  expect(both(completed([1], { run: { ...run, about: { pagination } } })).stderr).toBe('');
});
