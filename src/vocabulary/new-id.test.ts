import { expect, test } from 'vitest';
import { newId } from './new-id.js';

test('ids are short words that do not repeat', () => {
  const ids = Array.from({ length: 1_000 }, newId);
  expect(new Set(ids).size).toBe(1_000);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]{12,24}$/);
});
