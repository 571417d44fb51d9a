import { expect, test } from 'vitest';
import { compareManifests } from './compare-manifests.js';

const send = {
  danger_level: 'mutating',
  dry_run: true,
  aliases: ['post'],
  required_scopes: ['mail'],
  flags: {
    to: { type: 'string', required: true, short: 't', aliases: ['recipient'] },
    kind: { type: 'enum', required: false, enum_values: ['plain', 'html'] },
    max: { type: 'integer', required: false, minimum: 1, maximum: 10 },
    tag: { type: 'string', required: false, variadic: true },
  },
  positionals: [{ name: 'id', type: 'string', required: true }],
  output_schema: {
    type: 'object',
    properties: { id: { type: 'string' }, lines: { type: 'array', items: { properties: { text: {} } } } },
  },
};

const commands = (entry: object) => ({ commands: { 'mail.send': entry } });
const compare = (now: object) => compareManifests(commands(send), commands(now)).breaking.map(({ what }) => what);
const flag = (name: keyof typeof send.flags, changes: object) => ({
  ...send,
  flags: { ...send.flags, [name]: { ...send.flags[name], ...changes } },
});

test('more breaks nothing', () => {
  const more = {
    ...send,
    ...{ danger_level: 'safe', aliases: ['post', 'write'], required_scopes: [] },
    flags: {
      ...send.flags,
      to: { ...send.flags.to, required: false },
      kind: { type: 'string', required: false },
      max: { type: 'integer', required: false, maximum: 20 },
      bcc: { type: 'string', required: false },
    },
    positionals: [...send.positionals, { name: 'more', type: 'string', required: false }],
    output_schema: { ...send.output_schema, properties: { ...send.output_schema.properties, more: {} } },
  };
  const now = { commands: { ...commands(more).commands, 'mail.list': send } };
  expect(compareManifests(commands(send), now)).toEqual({ breaking: [], added: ['mail.list'] });
});

test('a command that is gone breaks, unless it was deprecated', () => {
  const breaking = [{ command: 'mail.send', what: 'the command was removed without being deprecated first' }];
  expect(compareManifests(commands(send), { commands: {} })).toEqual({ breaking, added: [] });
  const deprecated = commands({ ...send, deprecated: { since: '2.0.0' } });
  expect(compareManifests(deprecated, { commands: {} })).toEqual({ breaking: [], added: [] });
});

const breaks: readonly [now: object, what: string][] = [
  [{ ...send, aliases: [] }, 'its alias post was removed'],
  [{ ...send, required_scopes: ['mail', 'admin'] }, 'it now requires the scope admin'],
  [{ ...send, danger_level: 'destructive' }, 'it is now destructive'],
  [{ ...send, dry_run: false }, 'its dry run was removed'],
  [flag('to', { type: 'integer' }), '--to is now integer, was string'],
  [flag('to', { short: undefined }), '--to no longer has -t'],
  [flag('to', { aliases: [] }), '--to no longer has the alias --recipient'],
  [flag('kind', { required: true }), '--kind is now required'],
  [flag('kind', { enum_values: ['html'] }), '--kind no longer accepts plain'],
  [flag('max', { maximum: 9 }), '--max is now at most 9'],
  [flag('max', { minimum: 2 }), '--max is now at least 2'],
  [flag('tag', { variadic: undefined }), '--tag now takes only one value'],
  [flag('tag', { pattern: '^a$' }), '--tag must now match ^a$'],
  [{ ...send, flags: { ...send.flags, cc: { type: 'string', required: true } } }, '--cc is new and required'],
  [{ ...send, positionals: [] }, 'id was removed'],
  [{ ...send, positionals: [{ name: 'id', type: 'integer', required: true }] }, 'id is now integer, was string'],
  [{ ...send, output_schema: { type: 'object' } }, 'its answer no longer has data.id'],
  [
    { ...send, output_schema: { ...send.output_schema, type: 'array' } },
    'data of its answer is now "array", was "object"',
  ],
];

test.each(breaks.map(([now, what]) => ({ now, what })))('it is told: $what', ({ now, what }) => {
  expect(compare(now)).toContain(what);
});

test('what lies deep in an answer counts, too', () => {
  const { id, lines } = send.output_schema.properties;
  const properties = { id, lines: { ...lines, items: { properties: {} } } };
  expect(compare({ ...send, output_schema: { ...send.output_schema, properties } })).toEqual([
    'its answer no longer has data.lines[].text',
  ]);
});

test('an option that was renamed is still there by its old name', () => {
  const { to, ...others } = send.flags;
  const flags = { ...others, receiver: { ...to, aliases: ['recipient', 'to'] } };
  expect(compare({ ...send, flags })).toEqual([]);
});
