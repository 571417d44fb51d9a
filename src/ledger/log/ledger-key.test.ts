import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { LedgerKey } from './ledger-key.js';

test('a seal is an HMAC-SHA-256, as every other tool calculates it', () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1_000, 100_000]) {
    const secret = randomBytes(32);
    const key = new LedgerKey(secret);
    for (const text of ['ä'.repeat(length), randomBytes(length)]) {
      const expected = createHmac('sha256', secret).update(text).digest('hex');
      // Twice: nothing of the one before may be left.
      expect([key.seal(text), key.seal(text)]).toEqual([expected, expected]);
    }
  }
});
