import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { formatYaml } from './format-yaml.js';

test('whatever a text holds, readers of YAML 1.1 and 1.2 get it back', () => {
  const odd = fc.constantFrom(
    'yes',
    '1_000',
    '0x1f',
    '12:30',
    '2026-11-18',
    'true\t',
    ' x ',
    '\ttab',
    '~',
    '',
    '- a',
    'é\u0085',
    '\u200b',
    '#',
    "'",
    '&a',
    '\n',
    'a\n\n',
    '\r\n',
  );
  const text = fc.oneof(
    odd,
    fc.string({ unit: 'binary' }),
    fc.array(odd).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(fc.array(fc.record({ text, yes: text, list: fc.array(text) })), (data) => {
      const yaml = formatYaml(data);
      expect(parse(yaml)).toEqual(data);
      expect(parse(yaml, { version: '1.1' })).toEqual(data);
    }),
    { numRuns: 60 },
  );
});

test('a text that no reader mistakes stands as it is', () => {
  expect(formatYaml({ title: 'Buy milk', state: 'open', at: '2026-11-18', ok: true, none: null, n: 1.5 })).toBe(
    'title: Buy milk\nstate: open\nat: "2026-11-18"\nok: true\nnone: null\n"n": 1.5\n',
  );
});
