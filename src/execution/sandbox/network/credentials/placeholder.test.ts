import { expect, test } from 'vitest';
import { makePlaceholder } from './placeholder.js';

test.each([
  ['ghp_0123456789abcdefABCDEF0123456789abcd', /^ghp_\d{10}[a-z]{6}[A-Z]{6}\d{10}[a-z]{4}$/],
  ['sk-ant-api03-Ab1-Cd2_Ef3xxxxxxxxxxxxxxx', /^sk-ant-[a-z]{3}\d\d-[A-Z][a-z]\d-[A-Z][a-z]\d_[A-Z][a-z]\d[a-z]{15}$/],
  ['correct-horse-battery-staple', /^[a-z]{7}-[a-z]{5}-[a-z]{7}-[a-z]{6}$/],
  ['eyJhbGci.eyJzdWIi.c2lnbmF0dXJl', /^\w{8}\.\w{8}\.\w{12}$/],
  ['hunter22', /^[a-z]{6}\d\d[a-z]{12}$/],
  ['p@ss/w+rd', /^[a-z]{20}$/],
])('what stands for %s has its form, and nothing of it', (secret, form) => {
  const placeholder = makePlaceholder(secret);
  expect(placeholder).toMatch(form);
  expect(placeholder).not.toBe(secret);
  expect(makePlaceholder(secret)).not.toBe(placeholder);
});
