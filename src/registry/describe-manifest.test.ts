import { describe, expect, test } from 'vitest';
import { manifestSchema } from '../../packages/checks/src/contract/schemas/manifest-schema.js';
import { schemaFaults } from '../../packages/checks/src/contract/schemas/schema-faults.js';
import { command, parameter } from '../../test/fixtures/commands/build.js';
import type { Command } from '../vocabulary/command.js';
import { describeManifest } from './describe-manifest.js';

const facts = {
  name: 'office',
  version: '1.2.3',
  frameworkVersion: '0.1.0',
  environment: { OFFICE_DEBUG: 'Tells more' },
};
const entry = { description: 'Done', retryable: false, sideEffects: 'none' } as const;

const list = command('file list', {
  contract: {
    lists: true,
    exitCodes: { '0': entry, '80': { ...entry, name: 'QUOTA_SPENT' } },
    requiredScopes: ['read'],
  },
  outputSchema: { type: 'array' },
  examples: ['file list --max 3'],
  parameters: [
    parameter('folder', 'path', { required: true, description: 'Where' }),
    parameter('--max', 'integer', { default: 10, short: 'n', minimum: 1, schema: { type: 'integer', minimum: 1 } }),
    parameter('--type', 'string', { choices: ['pdf', 'text'], description: 'Which' }),
    parameter('--all', 'flag', { requires: ['max'], excludes: ['type'] }),
    parameter('--since', 'datetime'),
    parameter('--token', 'string', { secret: true, default: 'hunter2', examples: ['hunter3'] }),
    parameter('--filter', 'object', { schema: { type: 'object', properties: { name: { type: 'string' } } } }),
  ],
});
const remove = command('file', { danger: 'destructive', contract: { safeDefault: true }, aliases: ['f'] });
const manifest = (version: 1 | 2, ...commands: Command[]) => describeManifest(commands, facts, version);

describe('version 2', () => {
  const { etag, ...shown } = manifest(2, list, remove);
  const commands = shown.commands as Record<string, Record<string, unknown>>;

  test('names every command by its path, in order, with how it is written', () => {
    expect(Object.keys(commands)).toEqual(['file', 'file.list']);
    expect(shown).toMatchObject({
      schema_version: '2.0',
      framework_version: '0.1.0',
      name: 'office',
      version: '1.2.3',
      environment: { OFFICE_DEBUG: 'Tells more' },
    });
    expect(commands.file).toMatchObject({ subcommands: ['file.list'], aliases: ['f'], safe_default: true });
    expect(commands['file.list']?.usage).toMatch(/^file list <folder> /);
  });

  test('tells all that is declared about a command', () => {
    expect(commands['file.list']).toMatchObject({
      danger_level: 'safe',
      required_scopes: ['read'],
      option_placement: 'interspersed',
      interactive: false,
      pagination: { default_limit: 20 },
      exit_codes: {
        '0': { description: 'Done', retryable: false, side_effects: 'none' },
        '2': { retryable: false, side_effects: 'none' },
        '80': { name: 'QUOTA_SPENT', description: 'Done', retryable: false, side_effects: 'none' },
      },
      output_schema: { type: 'array' },
      examples: ['file list --max 3'],
    });
  });

  test('tells all that is needed to write its arguments, and no secret', () => {
    expect(commands['file.list']).toMatchObject({
      positionals: [{ name: 'folder', type: 'string', format: 'path', required: true, description: 'Where' }],
      flags: {
        limit: { type: 'integer', required: false, description: 'Maximum number of items; 0 for all', default: 20 },
        cursor: { type: 'string' },
        max: { type: 'integer', required: false, description: '', default: 10, short: 'n', minimum: 1 },
        type: { type: 'enum', required: false, description: 'Which', enum_values: ['pdf', 'text'] },
        all: { type: 'boolean', required: false, description: '', requires: ['max'], excludes: ['type'] },
        since: { type: 'string', format: 'date-time' },
        token: { type: 'string', secret: true, from: ['--token-from-env', '--token-from-file'] },
        filter: { type: 'object', schema: { properties: { name: { type: 'string' } } } },
      },
    });
    expect(JSON.stringify(shown)).not.toContain('hunter');
  });

  test('names the options that every command has', () => {
    expect(shown.standard_flags).toMatchObject({ 'dry-run': { type: 'boolean' }, timeout: { type: 'string' } });
  });

  test('the etag is the same as long as the rest is, whatever the order of the commands', () => {
    expect(etag).toMatch(/^[0-9a-f]{32}$/);
    expect(manifest(2, remove, list).etag).toBe(etag);
    expect(manifest(2, list).etag).not.toBe(etag);
    expect(manifest(2, { ...list, description: 'Other' }, remove).etag).not.toBe(etag);
  });
});

test('version 1 is the closed shape of the specification, and nothing else', () => {
  const shown = manifest(1, list, remove);

  expect(schemaFaults(manifestSchema, shown)).toEqual([]);
  expect(shown.commands).toMatchObject({
    'file.list': { examples: [{ description: list.description, command: 'file list --max 3' }] },
  });
  expect(schemaFaults(manifestSchema, manifest(2, list, remove))).not.toEqual([]);
});
