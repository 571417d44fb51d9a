import { expect, test } from 'vitest';
import { CommandError, GateError } from '../vocabulary/gate-error.js';
import { completedAtTheDoor, failedAtTheDoor } from '../vocabulary/outcome.js';
import { maskCredentials } from './mask-credentials.js';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = [part({ alg: 'none' }), part({ sub: 'somebody' }), part('signature')].join('.');
const base64 = Buffer.from(Array.from({ length: 192 }, (_, index) => (index * 89) % 256)).toString('base64');

test('credentials are masked wherever they are, and it is told', () => {
  const masked = maskCredentials(completedAtTheDoor({ list: [jwt], deep: { key: base64 }, name: 'x' }, 'x'));
  expect(masked).toMatchObject({
    data: {
      list: [`[MASKED: JWT, ${jwt.length} characters]`],
      deep: { key: '[MASKED: base64, 256 characters]' },
      name: 'x',
    },
    run: { warnings: [{ code: 'MASKED' }] },
  });
  expect('json' in masked && JSON.parse(masked.json)).toEqual('data' in masked && masked.data);
});

test.each([
  ['three parts that are no JWT', `eyJhbGciOiJub25${'x'.repeat(9)}.eyJhbGciOiJub25l.abc`],
  ['a long word', 'a'.repeat(400)],
  ['a hash in hexadecimal', '0123456789abcdef'.repeat(32)],
  ['bytes of the gate', { type: 'binary', encoding: 'base64', value: base64, size_bytes: 192 }],
])('%s stays as it is', (_, value) => {
  const outcome = completedAtTheDoor({ value }, 'x');
  expect(maskCredentials(outcome)).toBe(outcome);
});

test('what a failure has to show is masked, too, and nothing else of it changes', () => {
  const options = { hint: 'y', exitCode: 80, retryable: true, data: { key: jwt } };
  const masked = maskCredentials(failedAtTheDoor(new CommandError('BROKEN', 'x', options), 'x'));
  expect(masked).toMatchObject({
    error: { code: 'BROKEN', hint: 'y', data: { key: `[MASKED: JWT, ${jwt.length} characters]` } },
    run: { warnings: [{ code: 'MASKED' }] },
  });
  expect('error' in masked && masked.error.row).toMatchObject({ exitCode: 80, retry: 'yes' });
});

test('a failure without data has nothing to mask', () => {
  const outcome = failedAtTheDoor(new GateError('PARSE_ERROR', jwt, { hint: 'y' }), 'x');
  expect(maskCredentials(outcome)).toBe(outcome);
});

test('a long answer is looked through once', () => {
  const outcome = completedAtTheDoor({ text: `${'a'.repeat(255)}-`.repeat(40_000) }, 'x');
  const start = performance.now();
  expect(maskCredentials(outcome)).toBe(outcome);
  // It took half a minute once.
  expect(performance.now() - start).toBeLessThan(5_000);
});

test('so are tokens that say by their beginning whose they are', () => {
  const digits = '0123456789abcdefABCDEF0123456789abcd';
  const tokens = [
    ...['ghp_', 'gho_', 'ghs_', 'github_pat_', 'glpat-', 'xoxb-', 'sk-proj-', 'sk_live_', 'npm_', 'AIza', 'hf_'].map(
      (start) => start + digits,
    ),
    'AKIAIOSFODNN7EXAMPLE',
    `Bearer ghp_${digits}`,
    '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----',
  ];
  for (const token of tokens) {
    const masked = JSON.stringify(maskCredentials(completedAtTheDoor({ deep: [{ token }] }, 'x')));
    expect(masked, token).toContain('[MASKED: ');
    expect(masked, token).not.toContain(token.slice(-12));
  }
  const readable = [
    'ghp_',
    'a text about ghp_ and sk- tokens',
    'sk-learn-extensions-library',
    'AKIA',
    'npm_config_registry',
  ];
  const outcome = completedAtTheDoor({ readable }, 'x');
  expect(maskCredentials(outcome)).toBe(outcome);
});
