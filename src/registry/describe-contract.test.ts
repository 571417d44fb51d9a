import { expect, test } from 'vitest';
import { command, parameter } from '../../test/fixtures/commands/build.js';
import { describeContract } from './describe-contract.js';
import { describeSchema } from './describe-schema.js';

const gateCodes = ['0', '1', '2', '4', '7', '10', '11', '12'];

test('a command that declares nothing is described by what the gate assumes', () => {
  const hello = command('hello', { danger: 'mutating' });
  expect(describeContract(hello)).toEqual({
    ...describeSchema(hello),
    description: 'Runs hello',
    parameters: [],
    danger_level: 'mutating',
    exit_codes: Object.fromEntries(gateCodes.map((code) => [code, expect.any(Object)])),
    required_scopes: [],
    option_placement: 'interspersed',
    interactive: false,
    dry_run: true,
    examples: [],
  });
});

test('what can be tried again has changed nothing', () => {
  for (const danger of ['safe', 'mutating', 'destructive'] as const) {
    const { exit_codes: codes } = describeContract(command('hello', { danger })) as {
      exit_codes: Record<string, { retryable: boolean; side_effects: string }>;
    };
    for (const { retryable, side_effects } of Object.values(codes)) {
      expect(retryable && side_effects !== 'none').toBe(false);
    }
    expect(codes['10']?.retryable).toBe(danger === 'safe');
    expect(codes['0']?.side_effects).toBe(danger === 'safe' ? 'none' : 'complete');
  }
});

test('what is declared has the names of the wire', () => {
  const contract = {
    requiredScopes: ['mail.send'],
    requires: { cert: ['key'] },
    exclusive: [['all', 'id']],
    interactive: true,
    steps: ['build', 'ship'],
    safeDefault: true,
    lists: true,
    optionPlacement: 'strict',
    deprecated: { since: '2.0', replacement: 'mail post' },
    subprocess: { program: 'git', arguments: ['branch'] },
    environment: { MAIL_HOST: 'Where to' },
  } as const;
  expect(describeContract(command('mail', { contract, outputSchema: { type: 'object' } }))).toMatchObject({
    outputSchema: { type: 'object' },
    output_schema: { type: 'object' },
    required_scopes: ['mail.send'],
    requires: { cert: ['key'] },
    exclusive: [['all', 'id']],
    interactive: true,
    steps: ['build', 'ship'],
    safe_default: true,
    pagination: { default_limit: 20 },
    option_placement: 'strict',
    deprecated: { since: '2.0', replacement: 'mail post' },
    subprocess: { program: 'git', arguments: ['branch'] },
    environment: { MAIL_HOST: 'Where to' },
  });
});

test('parameters have types of JSON, and a secret says how it comes in', () => {
  const parameters = [
    parameter('file', 'path', { required: true, description: 'Which' }),
    parameter('--all', 'flag'),
    parameter('--id', 'string', { schema: { type: 'string', pattern: '^a$' } }),
    parameter('--token', 'string', { secret: true }),
  ];
  expect(describeContract(command('mail', { parameters })).parameters).toEqual([
    { name: 'file', positional: true, type: 'string', format: 'path', required: true, description: 'Which' },
    { name: 'all', positional: false, type: 'boolean', required: false, description: '' },
    { name: 'id', positional: false, type: 'string', required: false, description: '', pattern: '^a$' },
    {
      name: 'token',
      positional: false,
      type: 'string',
      required: false,
      secret: true,
      description: '',
      from: ['--token-from-env', '--token-from-file'],
    },
  ]);
});
