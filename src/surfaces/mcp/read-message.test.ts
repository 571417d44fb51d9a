import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { readMessages } from './read-message.js';

const call = (parameters: string) => `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":${parameters}}`;
const read = (text: string) => readMessages(Buffer.from(text));

test.each([
  ['{"name":"run","arguments":{"a":1,"a":2}}', 'a key appears twice ("a") at character 89. Write each key once.'],
  ['{"name":"run","name":"help"}', 'a key appears twice ("name") at character 70. Write each key once.'],
  [
    '{"_meta":{"time":1700000000000000001},"name":"run","arguments":{"a":1,"a":2}}',
    'a key appears twice ("a") at character 126. Write each key once.',
  ],
  [
    '{"name":"run","arguments":{"a":12345678901234567890123}}',
    'a number is beyond 2^53 and would lose precision at character 87. If the command accepts text here, write it as text in double quotes.',
  ],
])('a call of a tool that does not say one thing is not made: %s', (parameters, why) => {
  expect(read(call(parameters))).toEqual({
    ok: false,
    problem: { code: -32602, message: `Invalid params: ${why}`, id: 7 },
  });
});

test.each([
  '{"name":"run","arguments":{"a":"x:y","b":{"a":1}}}',
  '{"name":"run","arguments":{"a":1},"_meta":{"time":1700000000000000001}}',
  '{"name":"run","arguments":{"a":1e300}}',
])('one that does is: %s', (parameters) => {
  expect(read(call(parameters))).toMatchObject({ ok: true, message: { id: 7 } });
});

const whole = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'run', _meta: { a: 1 } } };
const nearMessages: readonly unknown[] = [
  whole,
  { ...whole, id: 'a' },
  { ...whole, params: undefined },
  { ...whole, params: { _meta: { progressToken: 1 } } },
  ...[
    { jsonrpc: '1.0' },
    { jsonrpc: undefined },
    { method: 1 },
    { more: 1 },
    { id: 1.5 },
    { id: 2 ** 60 },
    { id: null },
  ],
  ...[{ id: undefined }, { params: null }, { params: [] }, { params: 'a' }, { params: { _meta: null } }],
  ...[{ params: { _meta: [] } }, { params: { _meta: { progressToken: {} } } }, { params: { _meta: 'a' } }],
  { params: { _meta: { 'io.modelcontextprotocol/related-task': 1 } } },
].map((part) => ({ ...whole, ...(part as object) }));

test.each(nearMessages.map((message) => JSON.stringify(message)))('the schema of the SDK agrees about %s', (text) => {
  const expected = () => {
    try {
      return { ok: true, message: parseJSONRPCMessage(JSON.parse(text)) };
    } catch {
      return { ok: false };
    }
  };
  expect(read(text)).toMatchObject(expected());
});

test('a batch is read message by message, and not at all where one of them does not say one thing', () => {
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const initialize = '{"jsonrpc":"2.0","id":2,"method":"initialize","params":{}}';
  expect(read(`[${ping},7,${initialize}]`)).toMatchObject([
    { ok: true, message: { id: 1 } },
    { ok: false, problem: { code: -32600, id: null } },
    { ok: false, problem: { code: -32600, id: 2, message: expect.stringContaining('not sent in a batch') } },
  ]);
  expect(read(`[${ping},${call('{"name":"run","arguments":{"a":1,"a":2}}')}]`)).toMatchObject({
    ok: false,
    problem: { code: -32602, message: expect.stringContaining('("a")') },
  });
  expect(read(`[${Array(17).fill(ping).join(',')}]`)).toMatchObject({ ok: false, problem: { code: -32600 } });
});
