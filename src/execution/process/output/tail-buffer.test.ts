import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TailBuffer } from './tail-buffer.js';

test('the last bytes are there, however they came', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 25 })), (arrays) => {
      const tail = new TailBuffer(10);
      const chunks = arrays.map((array) => Buffer.from(array));
      for (const chunk of chunks) tail.push(chunk);
      expect(tail.read().toString('hex')).toBe(Buffer.concat(chunks).subarray(-10).toString('hex'));
    }),
    { numRuns: 2_000 },
  );
});
