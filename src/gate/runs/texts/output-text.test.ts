import { expect, test } from 'vitest';
import { outputText } from './output-text.js';

test('a part of the output is shown as it is', () => {
  expect(outputText({ run: 'run_1', text: 'one\ntwo\n', more: false })).toBe('one\ntwo\n');
});

test('matching lines have their numbers, and lines around them stand apart', () => {
  expect(
    outputText({
      matches: [
        { line: 4, text: 'a' },
        { line: 9, text: 'b' },
      ],
    }),
  ).toBe('4:a\n9:b');
  const around = { line: 4, text: 'a', before: ['x'], after: ['y', 'z'] };
  expect(outputText({ matches: [around, { text: 'far away' }] })).toBe('3-x\n4:a\n5-y\n6-z\n--\nfar away');
  expect(outputText({ matches: [] })).toBe('');
});

test('values stand below each other, as JSON', () => {
  expect(outputText({ values: [{ value: 'a' }, { value: { b: 1 } }] })).toBe('"a"\n{"b":1}');
});

test('what is left out is told, with the line that reads it', () => {
  const next = 'runs output run_1 --from-byte 4';
  expect(outputText({ text: 'one\ntw', more: true, next, lost_bytes: 12 })).toBe(
    `one\ntw\n[12 bytes were not kept; there is more: ${next}]`,
  );
  expect(outputText({ text: 'one\n', more: false, next })).toBe('one\n');
});
