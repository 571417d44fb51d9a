import { describe, expect, test } from 'vitest';
import { quoteWords } from '../command-line/quote.js';
import { isNamedLikeSecret, redactDeep, redacted, redactText } from './look-alikes.js';

const filler = (length: number) => 'aB3dE5gH7jK9mN1pQ3sT5vX7zA9cE1gJ'.repeat(3).slice(0, length);

describe('token-shaped values', () => {
  test.each([
    ['an API key', `sk-${filler(24)}`],
    ['a live key with underscores', `sk_live_${filler(24)}`],
    ['a GitHub token', `ghp_${filler(36)}`],
    ['a fine-grained GitHub token', `github_pat_${filler(40)}`],
    ['a GitLab token', `glpat-${filler(20)}`],
    ['a Slack token', `xoxb-${filler(24)}`],
    ['an AWS access key', `AKIA${'ABCD2345EFGH6789'}`],
    ['a Google key', `AIza${filler(35)}`],
    ['an npm token', `npm_${filler(36)}`],
    ['a JSON Web Token', `eyJ${filler(12)}.${filler(12)}.${filler(12)}`],
    ['a private key', `-----BEGIN RSA PRIVATE KEY-----\n${filler(40)}\n-----END RSA PRIVATE KEY-----`],
    ['a private key that was cut', `-----BEGIN PRIVATE KEY-----\n${filler(40)}`],
  ])('%s goes, what stands around it stays', (_, token) => {
    expect(redactText(`before ${token}`)).toBe(`before ${redacted}`);
  });

  test('a bearer header and the password in a URL lose only the secret', () => {
    expect(redactText(`Authorization: Bearer ${filler(20)} end`)).toBe(`Authorization: Bearer ${redacted} end`);
    expect(redactText('postgres://user:hunter2@host/db')).toBe(`postgres://user:${redacted}@host/db`);
  });

  test.each([
    'calendar events --from 2026-02-02 --max 10',
    'risk-management task-force-organisation-chart',
    'https://example.com/a/b?c=d',
    'gmail search from:alice@example.com',
    'sha 3f786850e387550fdab836ed7e6dc881de23001b',
  ])('%j has none', (text) => {
    expect(redactText(text)).toBe(text);
  });
});

describe('options that are named like secrets', () => {
  test.each([
    ['--password hunter2', `--password ${redacted}`],
    ['--db-password=hunter2 --max 1', `--db-password=${redacted} --max 1`],
    ["--api-key 'two words' x", `--api-key ${redacted} x`],
    ['--token "two words" x', `--token ${redacted} x`],
    ['--TOKEN hunter2', `--TOKEN ${redacted}`],
    ['--page-token abc --next-token def', '--page-token abc --next-token def'],
    ['--tokens 5 --tokenize x', '--tokens 5 --tokenize x'],
    ['--password --max 1', '--password --max 1'],
  ])('%s', (text, clean) => {
    expect(redactText(text)).toBe(clean);
  });

  test.each([["it's hunter2"], ['-hunter2'], ['two hunter2'], ['"hunter2"']])(
    'the value %j is gone as a whole, however it had to be quoted',
    (value) => {
      expect(redactText(quoteWords(['login', `--password=${value}`]))).not.toContain('hunter2');
      expect(redactText(`login --password=${quoteWords([value])}`)).not.toContain('hunter2');
    },
  );

  test.each([
    ['--password', true],
    ['--db-password', true],
    ['--api_key', true],
    ['--accessKey', true],
    ['--page-token', false],
    ['--max', false],
    ['--tokens', false],
  ])('%s: %s', (label, expected) => {
    expect(isNamedLikeSecret(label)).toBe(expected);
  });
});

test('every text in a JSON value is redacted, and nothing else changes', () => {
  const token = `ghp_${filler(36)}`;
  expect(redactDeep({ a: [token, 1, null, { b: `x ${token}` }], c: true })).toEqual({
    a: [redacted, 1, null, { b: `x ${redacted}` }],
    c: true,
  });
});

test('what our own messages say about an option that is named like a secret is no value of it', () => {
  for (const text of ['The --token argument is required', 'The --db-password argument needs a value']) {
    expect(redactText(text)).toBe(text);
  }
  expect(redactText('login --token argument')).toBe('login --token [REDACTED]');
  expect(redactText('login --token argument-is-mine x')).toBe('login --token [REDACTED] x');
});
