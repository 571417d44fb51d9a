import { expect, test } from 'vitest';
import type { StdinText } from '../../vocabulary/request.js';
import { openGate, told } from './test-helpers.js';

const { run } = { run: (line: string[], stdin?: StdinText) => open()(line, stdin) };

function open() {
  const gate = openGate({
    add: { description: 'x', arguments: { name: { type: 'string', required: true } }, handler: (input) => input },
  });
  return (line: string[], stdin?: StdinText) => {
    const limits: number[] = [];
    const readStdin = async (most: number) => {
      limits.push(most);
      return stdin ?? { missing: 'silent' as const };
    };
    return gate.run(line, stdin ? { door: 'cli', atShell: { directory: '/', environment: {}, readStdin } } : {});
  };
}

test.each(['--input-file', '--input', '--raw-payload'])('%s - reads standard input', async (option) => {
  expect(told(await run(['add', option, '-'], { text: "{name: 'Ada',}" }))).toEqual({ data: { name: 'Ada' } });
});

test.each<[string, StdinText | undefined, object]>([
  ['is too large', { missing: 'too-large' }, { exitCode: 2, details: ['STDIN_TOO_LARGE --input-file'] }],
  ['is a terminal', { missing: 'terminal' }, { code: 'STDIN_REQUIRED', exitCode: 4 }],
  ['stays silent', { missing: 'silent' }, { code: 'STDIN_REQUIRED', exitCode: 4 }],
  ['is not there', undefined, { exitCode: 2, details: ['NO_STDIN --input-file'] }],
  ['is no JSON', { text: 'nope!' }, { exitCode: 2, details: ['INVALID_JSON --input-file'] }],
  ['has a key twice', { text: '{"name":"Ada","name":"Bob"}' }, { exitCode: 2, details: ['REPEATED_KEY --input-file'] }],
])('standard input that %s is told', async (_, stdin, answer) => {
  expect(told(await run(['add', '--input-file', '-'], stdin))).toMatchObject(answer);
});

test('the payload says the same as options do, under either name', async () => {
  const json = '{"name":"Ada"}';
  for (const line of [
    ['add', '--name', 'Ada'],
    ['add', '--input', json],
    ['add', '--raw-payload', json],
  ]) {
    expect(told(await run(line))).toEqual({ data: { name: 'Ada' } });
  }
  expect(told(await run(['add', '--raw-payload', json, '--name', 'Bob']))).toMatchObject({
    details: ['REPEATED_ARGUMENT --name'],
  });
  expect(told(await run(['add', '--raw-payload', json, '--input', json]))).toMatchObject({ exitCode: 2 });
});

test.each([
  [
    '{"name":"Ada","name":"Bob"}',
    'REPEATED_KEY',
    'The --input argument is not acceptable: a key appears twice ("name") at character 15',
  ],
  [
    "{name:'Ada',name:'Bob'}",
    'REPEATED_KEY',
    'The --input argument is not acceptable: a key appears twice ("name") at character 13',
  ],
  [
    '{"name":12345678901234567890}',
    'NUMBER_OUT_OF_RANGE',
    'The --input argument is not acceptable: a number is beyond 2^53 and would lose precision at character 9',
  ],
])('JSON that does not say one thing is refused with its place: %s', async (json, code, message) => {
  for (const option of ['--input', '--raw-payload'])
    expect(await run(['add', option, json])).toMatchObject({ error: { details: [{ code, message }] } });
});

test('JSON that can be repaired is shown repaired, and not used', async () => {
  const outcome = await run(['add', '--input', '{"name":"Ada"']);
  expect(outcome).toMatchObject({ error: { details: [{ code: 'INVALID_JSON', corrected_input: '{"name":"Ada"}' }] } });
});
