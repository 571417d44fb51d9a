import { expect, test } from 'vitest';
import type { TextEncoding } from '../../../../vocabulary/program.js';
import { OutputView } from '../output-view.js';
import { type SelectedJson, type SelectOptions, selectJson } from './select-json.js';

const nothing = Buffer.alloc(0);

const viewOf = (bytes: Buffer, isOpen = false) =>
  new OutputView(bytes.length, bytes.length, nothing, isOpen, (from, to) => bytes.subarray(from, to));

const viewWithGap = (bytes: Buffer, first: number, last: number) =>
  new OutputView(bytes.length, first, bytes.subarray(-last), false, (from, to) => bytes.subarray(from, to));

const select = (
  view: OutputView,
  path: string,
  options: Partial<SelectOptions> = {},
  encoding: TextEncoding = 'utf8',
) => selectJson(view, encoding, path, { limitBytes: 65_536, ...options });

const selected = async (text: string, path: string, options: Partial<SelectOptions> = {}): Promise<SelectedJson> => {
  const result = await select(viewOf(Buffer.from(text)), path, options);
  if (result.status === 'refused') throw new Error(result.message);
  return result;
};

const items = '{"items":[{"name":"one","n":1},{"name":"two","n":2},{"name":"three","n":3}]}\n';

test('a selection says what it selected, and from what', async () => {
  expect(await selected(items, '$.items[?@.n > 1].name')).toEqual({
    status: 'selected',
    form: 'document',
    values: [{ value: 'two' }, { value: 'three' }],
    total: 2,
    more: false,
    stoppedBy: undefined,
    next: undefined,
    tooLarge: undefined,
    badLines: undefined,
    incompleteLines: 0,
    fromByte: 0,
    totalBytes: items.length,
    lostBytes: 0,
    roundsNumbers: false,
    valid: true,
  });
});

test('a path may leave out its $, and select nothing', async () => {
  expect((await selected(items, 'items[0].name')).values).toEqual([{ value: 'one' }]);
  expect(await selected(items, '$.nothing')).toMatchObject({ values: [], total: 0, more: false });
});

test('a byte order mark and UTF-16 are read', async () => {
  const wide = viewOf(Buffer.from('\uFEFF{"a":"é"}\r\n', 'utf16le'));
  expect(await select(wide, '$.a', {}, 'utf16le')).toMatchObject({ values: [{ value: 'é' }], valid: true });
});

test('values are shown as long as there is room, and the rest can be asked for', async () => {
  const text = JSON.stringify(['a'.repeat(40), 'b'.repeat(40), 'c'.repeat(40)]);
  const first = await selected(text, '$[*]', { limitBytes: 100 });
  expect(first).toMatchObject({ total: 3, more: true, stoppedBy: 'size', next: { line: 1, byte: 0, value: 2 } });
  expect(first.values.length).toBe(2);
  const rest = await selected(text, '$[*]', { limitBytes: 100, fromValue: first.next?.value ?? 0 });
  expect([rest.values, rest.more]).toEqual([[{ value: 'c'.repeat(40) }], false]);
});

test('a value that does not fit by itself is described, and does not hide those behind it', async () => {
  const text = JSON.stringify([{ long: 'x'.repeat(200), b: 1 }, 7]);
  const first = await selected(text, '$[*]', { limitBytes: 100 });
  expect(first).toMatchObject({
    values: [],
    tooLarge: { index: 0, type: 'object', length: 2, names: ['long', 'b'], bytes: 217 },
    next: { value: 1 },
    more: true,
  });
  expect(await selected(text, '$[*]', { limitBytes: 100, fromValue: 1 })).toMatchObject({
    values: [{ value: 7 }],
    more: false,
  });
});

test('numbers that were rounded are told', async () => {
  expect(await selected('[12345678901234567890, 1.5]', '$[0]')).toMatchObject({ roundsNumbers: true });
  expect(await selected('[12345678901234567890, 1.5]', '$[1]')).toMatchObject({ roundsNumbers: false });
});

test('one value in each line is read line by line', async () => {
  const text = '{"level":"info","n":1}\n\n{"level":"error","n":2}\nnot json\n{"level":"error","n":3}\n';
  expect(await selected(text, '$[?@ == "error"]')).toMatchObject({
    form: 'lines',
    values: [
      { value: 'error', line: 3 },
      { value: 'error', line: 5 },
    ],
    total: 2,
    badLines: { count: 1, first: { message: 'Expected a value', line: 4, column: 1 } },
  });
});

test('lines are continued where there was no room', async () => {
  const text = Array.from({ length: 10 }, (_, index) => JSON.stringify([index, 'x'.repeat(30)])).join('\n');
  const all: unknown[] = [];
  let place: SelectedJson['next'] = { line: 1, byte: 0, value: 0 };
  let pages = 0;
  while (place) {
    const page: SelectedJson = await selected(text, '$[*]', {
      limitBytes: 100,
      fromByte: place.byte,
      fromValue: place.value,
    });
    all.push(...page.values);
    place = page.next;
    pages++;
  }
  expect(all).toEqual(
    Array.from({ length: 10 }, (_, index) => [
      { value: index, line: index + 1 },
      { value: 'x'.repeat(30), line: index + 1 },
    ]).flat(),
  );
  expect(pages).toBe(4);
});

test('JSON may begin behind other lines', async () => {
  expect(await selected('Starting\n{\n "a": 1\n}\n', '$.a', { fromLine: 2 })).toMatchObject({
    form: 'document',
    values: [{ value: 1 }],
    fromByte: 9,
  });
});

test('lines that are not kept or not complete are counted', async () => {
  const text = '{"n":1}\n{"n":2}\n{"n":3}\n{"n":4}\n{"n":5}\n';
  expect(await select(viewWithGap(Buffer.from(text), 12, 20), '$.n')).toMatchObject({
    values: [{ value: 1, line: 1 }, { value: 4 }, { value: 5 }],
    incompleteLines: 2,
    lostBytes: 8,
  });
  expect(await select(viewOf(Buffer.from('{"n":1}\n{"n":2}\n{"n'), true), '$.n')).toMatchObject({
    values: [{ value: 1 }, { value: 2 }],
    incompleteLines: 1,
    badLines: undefined,
  });
});

test('lines may be more than a document', async () => {
  const line = Buffer.from(`${JSON.stringify({ text: 'x'.repeat(1_000) })}\n`);
  const last = Buffer.from('{"last":true}\n');
  const total = 40_000 * line.length + last.length;
  const view = new OutputView(total, total, nothing, false, (from, to) => {
    const bytes = Buffer.alloc(to - from);
    for (let at = 0; at < bytes.length; at++) {
      const place = from + at;
      bytes[at] = (place < total - last.length ? line[place % line.length] : last[place - total + last.length]) ?? 0;
    }
    return bytes;
  });
  expect(await select(view, '$.last')).toMatchObject({ values: [{ value: true, line: 40_001 }], total: 1 });
});

const refusals: [string, string, string, string, string][] = [
  [
    'a path',
    '{}',
    '$.[',
    'The path is not valid: Expected a name or "*" at character 3.',
    'Paths are JSONPath (RFC 9535), such as $.items[*].name',
  ],
  [
    'text',
    'hello\n',
    '$',
    'The output is not JSON: Expected a value at line 1, column 1',
    'Start at the line where the JSON begins, or search the output for text',
  ],
  [
    'a mistake',
    '{\n  "a": 1,\n  "b" 2\n}\n',
    '$',
    'The output is not JSON: Expected ":" at line 3, column 7',
    'Start at the line where the JSON begins, or search the output for text',
  ],
  ['nothing', '', '$', 'There is no output to read', 'Read the other stream'],
];

test.each(refusals)('%s that cannot be used is told with the place', async (_, text, path, message, hint) => {
  expect(await select(viewOf(Buffer.from(text)), path)).toEqual({ status: 'refused', message, hint });
});

test('a document that is still being printed is not judged', async () => {
  expect(await select(viewOf(Buffer.from('{\n "a": ['), true), '$')).toEqual({
    status: 'refused',
    message: 'The output is not JSON: The text ends too early at line 2, column 8',
    hint: 'The program is still running: wait until it has ended',
  });
});

test('what is too large or not whole is refused, with what to do', async () => {
  const total = 33 * 1024 * 1024;
  const large = new OutputView(total, total, nothing, false, (from, to) => Buffer.alloc(to - from, '['));
  expect(await select(large, '$')).toEqual({
    status: 'refused',
    message: 'The output has 34603008 bytes; JSON documents are read up to 33554432',
    hint: 'Make the program select values or print one per line, or search the output for text',
  });
  expect(await select(viewWithGap(Buffer.from(`[\n${'1,\n'.repeat(100)}1]`), 10, 10), '$')).toMatchObject({
    status: 'refused',
    message: 'The output is not a complete JSON document: 284 of its 304 bytes were not kept',
  });
});

/** Two letters in no order that an automaton could learn. */
function mixed(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state % 2 === 0 ? 'a' : 'b';
  }).join('');
}

test.each([
  ['much depth', `${'['.repeat(2_000)}${']'.repeat(2_000)}`, '$..x'],
  ['many ways', `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`, '$..*..*..*..*'],
  ['a condition that goes through everything again', JSON.stringify(new Array(3_000).fill({ a: 1 })), '$[?$..[?@.b]]'],
  ['much to compare with a large pattern', JSON.stringify([mixed(20_000)]), '$[?search(@, "a[ab]{900}c")]'],
])('%s ends in a refusal', async (_, text, path) => {
  expect(await select(viewOf(Buffer.from(text)), path)).toMatchObject({
    status: 'refused',
    message: 'The path takes too long to evaluate for this document, or the document is nested too deeply',
  });
});

test.each(['(a+)+b', '(a|a)*b', '(.*a){20}b'])('the pattern %s is answered, and does not run away', async (pattern) => {
  const text = JSON.stringify([...new Array(200).fill('a'.repeat(20_000)), `${'a'.repeat(20_000)}b`]);

  expect(await selected(text, `$[?search(@, "${pattern}")]`)).toMatchObject({ total: 1, more: false });
});

test('others get their turns while a selection is made', async () => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  const document = viewOf(Buffer.from(JSON.stringify(new Array(1_500).fill({ a: 1 }))));
  setImmediate(count);

  const found = await select(document, '$[?$[?@.a == 2]]');
  isOver = true;

  expect(found).toMatchObject({ status: 'refused' });
  // Three million values are looked at, a quarter of a million in each turn.
  expect(turns).toBeGreaterThan(8);
});

test('a line that is too much work ends the selection before it', async () => {
  const deep = `${'['.repeat(2_000)}${']'.repeat(2_000)}`;
  expect(await selected(`{"x":1}\n${deep}\n{"x":2}\n`, '$..x')).toMatchObject({
    values: [{ value: 1, line: 1 }],
    stoppedBy: 'effort',
    next: { line: 2, byte: 8, value: 0 },
  });
  expect(await select(viewOf(Buffer.from(`${deep}\n{"x":2}\n`)), '$..x')).toMatchObject({
    status: 'refused',
    message: 'The path takes too long to evaluate for this line, or the line is nested too deeply',
  });
});

test('a value that is nested too deeply to be shown is described', async () => {
  expect(await selected(`${'['.repeat(2_000)}${']'.repeat(2_000)}`, '$')).toMatchObject({
    values: [],
    tooLarge: { type: 'array', length: 1, bytes: undefined },
  });
});
