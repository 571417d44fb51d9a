import { expect, test } from 'vitest';
import { toSoundJson } from './answering/sound-json.js';

test.each([
  ['a lone surrogate', { text: 'a\ud800b\udc00' }, { text: 'a\ufffdb\ufffd' }],
  ['a NUL', 'a\0b', 'a\ufffdb'],
  ['a whole pair', '\u{1f600}', '\u{1f600}'],
  ['text that looks like an escape', '\\ud800 \\u0000', '\\ud800 \\u0000'],
  ['nothing', undefined, null],
])('%s can be read by everybody', (_, value, read) => {
  expect(JSON.parse(toSoundJson(value))).toEqual(read);
});

test.each([
  ['a Buffer', Buffer.from([0xff, 0x00, 0x41])],
  ['a view of a part of other bytes', new Uint8Array([1, 0xff, 0x00, 0x41, 2]).subarray(1, 4)],
])('%s is base64 with its size', (_, bytes) => {
  expect(JSON.parse(toSoundJson({ list: [bytes], text: 'x' }))).toEqual({
    list: [{ type: 'binary', encoding: 'base64', value: '/wBB', size_bytes: 3 }],
    text: 'x',
  });
});

test('what only looks like bytes stays what it is', () => {
  const value = { '0': 5, list: [{ type: 'Buffer', data: [1] }] };
  expect(JSON.parse(toSoundJson(value))).toEqual(value);
});

test('what cannot be written is thrown', () => {
  const loop: Record<string, unknown> = {};
  loop.loop = loop;
  expect(() => toSoundJson(loop)).toThrow(TypeError);
});

test('what was made for a terminal is taken out of texts, and nothing else is', () => {
  const red = (text: string) => `\u001b[31m${text}\u001b[0m`;
  const value = {
    a: [red('one'), { b: `\u001b]8;;https://example.org\u0007link\u001b]8;;\u0007` }, 5, null],
    c: 'a \\u001b[31m that is only written',
    d: '\u009b1mbold',
  };

  expect(JSON.parse(toSoundJson(value))).toEqual({
    a: ['one', { b: 'link' }, 5, null],
    c: 'a \\u001b[31m that is only written',
    d: 'bold',
  });
});
