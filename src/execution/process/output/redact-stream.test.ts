import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Secrets } from '../../../vocabulary/secrets.js';
import { StreamRedactor } from './redact-stream.js';

function redact(chunks: readonly Buffer[], secrets: readonly string[], encoding: 'utf8' | 'utf16le' = 'utf8'): Buffer {
  const redactor = new StreamRedactor(Secrets.of(secrets).inBytes(encoding), encoding);
  return Buffer.concat([...chunks.map((chunk) => redactor.push(chunk)), redactor.end()]);
}

/** By a regular expression over the whole text: the first, and of those the longest. */
function expected(text: string, secrets: readonly string[]): string {
  const searched = secrets.filter((secret) => secret.length >= 4).sort((a, b) => b.length - a.length);
  return searched.length === 0 ? text : text.replace(new RegExp(searched.join('|'), 'g'), '[REDACTED]');
}

const few = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 60 });
const secrets = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 9 }), {
  maxLength: 4,
});
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });

test.each(['utf8', 'utf16le'] as const)('every secret is taken out of %s, wherever the stream is cut', (encoding) => {
  fc.assert(
    fc.property(few, secrets, sizes, (text, hidden, lengths) => {
      // In UTF-16 these are as long as they must be in UTF-8.
      const long = hidden.filter((secret) => secret.length >= 4);
      const whole = Buffer.from(text, encoding);
      const chunks: Buffer[] = [];
      for (let from = 0, index = 0; from < whole.length; index++) {
        const size = lengths[index % lengths.length] ?? 1;
        chunks.push(whole.subarray(from, from + size));
        from += size;
      }
      expect(redact(chunks, long, encoding).toString(encoding)).toBe(expected(text, long));
    }),
    { numRuns: 5_000 },
  );
});

test('what cannot be the beginning of a secret is not held back', () => {
  const redactor = new StreamRedactor(Secrets.of(['hunter2']).inBytes('utf8'), 'utf8');
  expect(redactor.push(Buffer.from('password: ')).toString()).toBe('password: ');
  expect(redactor.push(Buffer.from('x hunt')).toString()).toBe('x ');
  expect(redactor.push(Buffer.from('ing')).toString()).toBe('hunting');
  expect(redactor.push(Buffer.from(' hunter')).toString()).toBe(' ');
  expect(redactor.end().toString()).toBe('hunter');
});

test('secrets of less than four bytes are left, and no secrets cost nothing', () => {
  expect(Secrets.of(['abc', '', 'é']).inBytes('utf8')).toEqual([]);
  expect(Secrets.of([]).inBytes('utf16le')).toEqual([]);
});

test('a secret in UTF-8 is found whatever was declared', () => {
  expect(redact([Buffer.from('xx geheim yy')], ['geheim'], 'utf16le').includes('geheim')).toBe(false);
  const latin = new StreamRedactor(Secrets.of(['größe']).inBytes('latin1'), 'latin1');
  const printed = Buffer.concat([Buffer.from('größe', 'latin1'), Buffer.from(' größe')]);
  expect(Buffer.concat([latin.push(printed), latin.end()]).toString()).toBe('[REDACTED] [REDACTED]');
});

test('very many occurrences of very many secrets take no time that grows with their product', () => {
  const hidden = Array.from({ length: 200 }, (_, index) => `secret-number-${index}`);
  const text = Buffer.from('secret-number-7 '.repeat(20_000));
  expect(redact([text], hidden).toString()).toBe('[REDACTED] '.repeat(20_000));
});
