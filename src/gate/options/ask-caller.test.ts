import { expect, test } from 'vitest';
import type { AtShell } from '../../vocabulary/request.js';
import { openGate, told } from './test-helpers.js';

const open = () =>
  openGate({
    sure: { description: 'x', handler: (_, { confirm }) => confirm('Go on?') },
    name: { description: 'x', handler: (_, { prompt }) => prompt('Which name?', '--name') },
  });

const shell = (answer: string): { door: 'cli'; atShell: AtShell } => ({
  door: 'cli',
  atShell: {
    directory: '/',
    environment: {},
    readStdin: async () => ({ missing: 'silent' }),
    ask: async (question) => `${answer}${question.slice(99)}`,
  },
});

test.each<[string, string | undefined, object]>([
  ['sure', 'y', { data: true }],
  ['sure', 'Yes', { data: true }],
  ['sure', '', { data: false }],
  ['sure', 'no', { data: false }],
  ['sure --yes', undefined, { data: true }],
  ['name', 'Ada', { data: 'Ada' }],
  ['name --yes', 'Ada', { data: 'Ada' }],
  ['sure', undefined, { code: 'INPUT_REQUIRED', exitCode: 4, details: [] }],
  ['name', undefined, { code: 'INPUT_REQUIRED', exitCode: 4, details: [] }],
  ['sure --non-interactive', 'y', { code: 'INPUT_REQUIRED', exitCode: 4, details: [] }],
])('%s, answered with %j', async (line, answer, result) => {
  expect(told(await open().run(line, answer === undefined ? {} : shell(answer)))).toEqual(result);
});

test('the error names the option that answers', async () => {
  const { run } = open();
  expect(await run('sure')).toMatchObject({ error: { hint: 'Add --yes to answer in advance' } });
  expect(await run('name')).toMatchObject({ error: { hint: 'Add --name to answer in advance' } });
});
