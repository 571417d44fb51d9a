import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, test } from 'vitest';
import { manifestSchema } from '../../packages/checks/src/contract/schemas/manifest-schema.js';
import { schemaFaults } from '../../packages/checks/src/contract/schemas/schema-faults.js';
import { renderEnvelope } from '../renderings/envelope.js';
import type { CommandDefinitions } from '../sources/typescript/definition.js';
import { readDefinitions } from '../sources/typescript/read-definitions.js';
import { CommandError } from '../vocabulary/gate-error.js';
import type { Caller } from '../vocabulary/request.js';
import { createGate, type Gate } from './gate.js';
import { localCaller } from './session.js';

const workspace = realpathSync(tmpdir());
const done = { '0': { description: 'Done', retryable: false, sideEffects: 'none' } } as const;
const definitions: CommandDefinitions = {
  mail: {
    description: 'Mail',
    subcommands: {
      read: {
        description: 'Read',
        danger: 'safe',
        exitCodes: done,
        requiredScopes: ['mail.read'],
        handler: () => ({ n: 1 }),
      },
      send: {
        description: 'Send',
        danger: 'mutating',
        requiredScopes: ['mail.read', 'mail.send'],
        handler: () => ({ n: 2 }),
      },
    },
  },
  old: {
    description: 'Goes',
    danger: 'safe',
    deprecated: { since: '2.0', replacement: 'mail read' },
    handler: () => 'still here',
  },
  odd: {
    description: 'Ends as it did not say',
    danger: 'safe',
    exitCodes: done,
    handler: () => {
      throw new CommandError('GONE', 'It is gone', { exitCode: 5 });
    },
  },
};
const gate = createGate({
  name: 'post',
  version: '3.0.0',
  commands: readDefinitions(definitions),
  workspace,
  variables: { POST_DEBUG: 'Tells more' },
});
afterAll(() => gate.close());

const reader: Caller = { name: 'reader', may: 'everything', scopes: ['mail.read'] };
const session = { id: 's', workspace, directory: workspace };

async function ask(line: string, caller: Caller = localCaller, through: Gate = gate) {
  const outcome = await through.run({ line, door: 'library', caller, session });
  return JSON.parse(renderEnvelope(outcome, { toolVersion: '3.0.0', directory: workspace }));
}

describe('manifest', () => {
  test('is the whole tree in one answer, for whoever may run it', async () => {
    const { data } = await ask('manifest');
    expect(data).toMatchObject({ name: 'post', version: '3.0.0', environment: { POST_DEBUG: 'Tells more' } });
    const own = Object.entries(data.commands as Record<string, { built_in?: boolean }>).filter(
      ([, one]) => !one.built_in,
    );
    expect(own.map(([name]) => name)).toEqual(['mail.read', 'mail.send', 'odd', 'old']);
    expect(Object.keys(data.commands)).toEqual(expect.arrayContaining(['help', 'manifest', 'runs.list']));

    const restricted = (await ask('manifest', reader)).data;
    expect(Object.keys(restricted.commands)).not.toContain('mail.send');
    expect(restricted.etag).not.toBe(data.etag);
  });

  test('whoever has the newest gets nothing', async () => {
    const { etag } = (await ask('manifest')).data;
    expect(await ask(`manifest --etag ${etag}`)).toMatchObject({
      ok: true,
      data: null,
      error: null,
      meta: { not_modified: true, exit_code: 0 },
    });
    const other = await ask('manifest --etag 00');
    expect(other.data.etag).toBe(etag);
    expect(other.meta).not.toHaveProperty('not_modified');
  });

  test('can be asked for a part of the tree, and in the older shape', async () => {
    const { data } = await ask('manifest mail --schema-version 1');
    expect(Object.keys(data).sort()).toEqual(['commands', 'etag', 'framework_version', 'schema_version']);
    expect(Object.keys(data.commands)).toEqual(['mail.read', 'mail.send']);
    expect(schemaFaults(manifestSchema, data)).toEqual([]);
    expect(schemaFaults(manifestSchema, (await ask('manifest --schema-version 1')).data)).toEqual([]);
    expect(await ask('manifest --schema-version 3')).toMatchObject({ meta: { exit_code: 2 } });
    expect(await ask('manifest maill')).toMatchObject({ error: { code: 'COMMAND_NOT_FOUND' } });
  });
});

test('--schema tells what is declared; the schema of the ACLI specification stays as it is', async () => {
  expect((await ask('mail send --schema')).data).toMatchObject({
    danger_level: 'mutating',
    required_scopes: ['mail.read', 'mail.send'],
    exit_codes: { '0': { side_effects: 'complete' } },
  });
  expect((await ask('schema mail send')).data).toEqual({
    command: 'mail send',
    inputSchema: { type: 'object', properties: {} },
  });
});

describe('scopes', () => {
  test('who lacks one may not run what needs it, nor see it', async () => {
    expect(await ask('mail send', reader)).toMatchObject({
      error: {
        code: 'PERMISSION_DENIED',
        message: `Permission denied for 'mail send': the caller "reader" lacks the scope mail.send`,
      },
      meta: { exit_code: 7 },
    });
    expect((await ask('help mail', reader)).data.subcommands).toEqual([{ name: 'read', description: 'Read' }]);
    expect(await ask('mail read', reader)).toMatchObject({ ok: true, warnings: [] });
    expect(await ask('mail send')).toMatchObject({ ok: true, warnings: [] });
  });

  test('who has more than is needed is told so', async () => {
    const busy: Caller = { ...reader, scopes: ['mail.read', 'mail.delete'] };
    expect((await ask('mail read', busy)).warnings).toEqual([
      {
        code: 'OVER_PRIVILEGED',
        message: 'The caller "reader" has scopes that the command does not need: mail.delete.',
      },
    ]);
  });

  test('check-permissions says what may be run', async () => {
    expect((await ask('check-permissions', { ...reader, scopes: ['mail.read', 'x'] })).data).toEqual({
      caller: 'reader',
      active_scopes: ['mail.read', 'x'],
      allowed: ['mail read', 'old', 'odd'],
      denied: 1,
      missing_scopes: ['mail.send'],
      unused_scopes: ['x'],
    });
  });

  test.each(['mail read', 'mail.read'])('check-permissions --for one command, written %s', async (name) => {
    expect((await ask(`check-permissions --for '${name}'`, reader)).data).toEqual({
      command: 'mail read',
      caller: 'reader',
      allowed: true,
      required_scopes: ['mail.read'],
      active_scopes: ['mail.read'],
      missing_scopes: [],
      over_privileged: false,
      excess_scopes: [],
    });
    expect((await ask(`check-permissions --for '${name}'`)).data).toMatchObject({
      active_scopes: 'everything',
      over_privileged: true,
    });
  });

  test('check-permissions says nothing about what the lists keep from a caller', async () => {
    const kept: Caller = { ...reader, may: ['mail read'], scopes: [] };
    expect((await ask('check-permissions', kept)).data).toMatchObject({
      allowed: [],
      denied: 1,
      missing_scopes: ['mail.read'],
    });
    const { error } = await ask("check-permissions --for 'mail send'", kept);
    expect(error).toMatchObject({
      code: 'PERMISSION_DENIED',
      message: `Permission denied for 'mail send': no pattern of the caller "reader" matches it`,
    });
    expect(JSON.stringify(error)).not.toContain('mail.send');
  });

  test('a missing scope is an error that names it', async () => {
    expect(await ask("check-permissions --for 'mail send'", reader)).toMatchObject({
      error: {
        code: 'PERMISSION_DENIED',
        details: [{ code: 'MISSING_SCOPE', field: 'mail.send' }],
        context: {
          required_scopes: ['mail.read', 'mail.send'],
          active_scopes: ['mail.read'],
          missing_scopes: ['mail.send'],
        },
        hint: 'Ask the owner to add mail.send to the scopes of "reader"',
      },
      meta: { exit_code: 7 },
    });
    expect(await ask("check-permissions --for 'mail sned'")).toMatchObject({ error: { code: 'COMMAND_NOT_FOUND' } });
  });
});

test('a deprecated command runs, and says what to use', async () => {
  expect(await ask('old')).toMatchObject({
    ok: true,
    data: { value: 'still here' },
    warnings: [{ code: 'DEPRECATED', message: "'old' has been deprecated since 2.0. Use 'mail read' instead." }],
  });
});

test('an exit code that is not declared is told', async () => {
  expect(await ask('odd')).toMatchObject({
    error: { code: 'GONE' },
    warnings: [{ code: 'UNDECLARED_EXIT_CODE', message: "'odd' ended with exit code 5, which it does not declare." }],
    meta: { exit_code: 5 },
  });
});
