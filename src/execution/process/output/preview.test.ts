import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OutputView } from './output-view.js';
import { preview } from './preview.js';

const viewOf = (bytes: Buffer) =>
  new OutputView(bytes.length, bytes.length, Buffer.alloc(0), false, (from, to) => bytes.subarray(from, to));

const show = (text: string, limit: number, encoding: 'utf8' | 'utf16le' | 'base64' = 'utf8') =>
  preview(viewOf(Buffer.from(text, encoding === 'base64' ? 'utf8' : encoding)), encoding, limit, ({ byte, line }) =>
    `read ${byte} ${line ?? ''}`.trim(),
  );

test('what fits is shown whole', async () => {
  expect(await show('one\ntwo', 7)).toEqual({ text: 'one\ntwo', totalBytes: 7, omittedBytes: 0, valid: true });
});

test('of what does not fit the head and the longer tail are shown, cut at line ends that are near', async () => {
  const text = Array.from({ length: 100 }, (_, index) => `line ${String(index).padStart(3, '0')}\n`).join('');
  expect(await show(text, 160)).toEqual({
    text: `line 000\nline 001\nline 002\nline 003\n[… 747 bytes, 83 lines left out: read 36 5 …]\n${text.slice(-117)}`,
    totalBytes: 900,
    omittedBytes: 747,
    valid: true,
  });
});

test('a line without end is cut between characters', async () => {
  expect(await show('€'.repeat(100), 40)).toEqual({
    text: `€€€\n[… 261 bytes left out: read 9 …]\n${'€'.repeat(10)}`,
    totalBytes: 300,
    omittedBytes: 261,
    valid: true,
  });
  expect((await show('ab'.repeat(100), 8, 'base64')).text).toBe('[… 194 bytes left out: read 0 …]\nYWJhYmFi');
});

test('no character is cut and the numbers add up, whatever the limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.integer({ min: 4, max: 300 }),
      fc.constantFrom('utf8', 'utf16le'),
      async (part, limit, encoding) => {
        const text = part.toWellFormed().repeat(5);
        const shown = await show(text, limit, encoding);
        expect(shown.valid).toBe(true);
        expect(shown.totalBytes).toBe(Buffer.byteLength(text, encoding));
        expect(shown.totalBytes - shown.omittedBytes).toBeLessThanOrEqual(limit);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('colours and cursor movements are not shown; in bytes that are not valid UTF-8 text they stay', async () => {
  const text =
    '\u001b[1;31merror\u001b[0m: \u001b]8;;https://example.org\u001b\\link\u001b]8;;\u001b\\\n\u001b[2K\u001b[1Gdone\n';
  const { length } = text;

  expect(await show(text, 1_000)).toEqual({
    text: 'error: link\ndone\n',
    totalBytes: length,
    omittedBytes: 0,
    valid: true,
  });
  expect((await show(text, 1_000, 'base64')).text).toBe(Buffer.from(text).toString('base64'));
});
