import { expect, test } from 'vitest';
import { describePlan } from './describe-plan.js';

test('a description has the names of the environment in order, none of its values, and no secret', () => {
  const environment = { TOKEN: 'hunter22', LANG: 'C', API: 'x' };
  expect(
    describePlan({
      program: '/usr/bin/curl',
      args: ['-H', 'X-Key: hunter22', 'https://example.org'],
      directory: '/srv/hunter22',
      environment,
      stdin: new TextEncoder().encode('zwölf'),
      secrets: ['hunter22'],
    }),
  ).toEqual({
    program: '/usr/bin/curl',
    args: ['-H', 'X-Key: [REDACTED]', 'https://example.org'],
    directory: '/srv/[REDACTED]',
    environment: ['API', 'LANG', 'TOKEN'],
    stdin_bytes: 6,
  });
});

test('a plan without arguments, environment, input and secrets is described as such', () => {
  expect(
    describePlan({
      program: '/bin/true',
      args: [],
      directory: '/',
      environment: {},
      stdin: undefined,
      secrets: [],
    }),
  ).toEqual({ program: '/bin/true', args: [], directory: '/', environment: [], stdin_bytes: 0 });
});

test('input that is given later has no size', () => {
  const plan = { program: '/bin/cat', args: [], directory: '/', environment: {}, secrets: [] };

  expect(describePlan({ ...plan, stdin: 'open' })).toEqual({
    program: '/bin/cat',
    args: [],
    directory: '/',
    environment: [],
    stdin: 'open',
  });
});

test('numbered variables are told as one', () => {
  const environment = { GIT_CONFIG_KEY_0: 'a', GIT_CONFIG_KEY_1: 'b', PATH: '/bin', X1: '' };
  const plan = { program: '/bin/x', args: [], directory: '/', environment, stdin: undefined, secrets: [] };

  expect(describePlan(plan).environment).toEqual(['GIT_CONFIG_KEY_*', 'PATH', 'X1']);
});
