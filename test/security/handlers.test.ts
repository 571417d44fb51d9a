// Whatever a handler does, its caller gets one valid answer, and the next request is served.

import { CommandError, type Context, createAcli } from 'cmdgate';
import { describe, expect, test } from 'vitest';
import { makeDirectory } from '../cli/process.js';

const workspace = makeDirectory();

type Handler = (input: unknown, context: Context) => unknown;

/** The answer to a command with this handler, as the client would read it; and that the gate goes on. */
async function answerOf(handler: Handler, limits: { responseBytes?: number } = {}) {
  const acli = createAcli(
    { odd: { description: 'Odd', handler }, echo: { description: 'Echo', handler: () => 'still here' } },
    { workspace, limits: { concurrency: 1, timeoutMs: 2_000, ...limits } },
  );
  const result = await acli.execute({ command: 'odd' });
  expect(Object.keys(result).sort()).toEqual(['content', 'isError']);
  const response = JSON.parse(result.content[0].text);
  expect(result.isError).toBe(!response.success);
  // With room for one run at a time, a place that was not given back would show here.
  expect(JSON.parse((await acli.execute({ command: 'echo' })).content[0].text)).toMatchObject({ data: 'still here' });
  await acli.close();
  return response;
}

const circular: Record<string, unknown> = {};
circular.self = circular;

/** An object with a `then` that is no promise's. */
const thenable = (then: unknown) => Object.fromEntries([['then', then]]);

const throwing = () => {
  throw new Error('CANARY');
};

describe('a result', () => {
  test.each<[string, () => unknown, unknown]>([
    ['undefined', () => undefined, null],
    ['null', () => null, null],
    ['a function', () => () => 1, null],
    ['a symbol', () => Symbol('x'), null],
    ['not a number', () => Number.NaN, null],
    ['a date', () => new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a map', () => new Map([['a', 1]]), {}],
    ['a set', () => new Set([1]), {}],
    ['a regular expression', () => /x/, {}],
    [
      'a class instance',
      () =>
        new (class Point {
          x = 1;
        })(),
      { x: 1 },
    ],
    ['an object without a prototype', () => Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ['a hole and a function in a list', () => [1, undefined, () => 1], [1, null, null]],
    ['a thenable', () => thenable((resolve: (value: unknown) => void) => resolve({ a: 1 })), { a: 1 }],
    ['a promise', () => Promise.resolve('later'), 'later'],
    ['half a character', () => '\ud800', '\ufffd'],
    [
      'what looks like an answer of ours',
      () => ({ success: false, error: { code: 'X' } }),
      { success: false, error: { code: 'X' } },
    ],
    [
      'what looks like an MCP result',
      () => ({ content: [{ type: 'text', text: 'x' }], isError: true }),
      { content: [{ type: 'text', text: 'x' }], isError: true },
    ],
    ['a proxy', () => new Proxy({ a: 1 }, {}), { a: 1 }],
    ['a generator of nothing', function* () {}, []],
    [
      'a generator that returns',
      function* () {
        yield 1;
        return { last: true };
      },
      { last: true },
    ],
    ['an array iterator', () => [1, 2].values(), [1, 2]],
  ])('that is %s is made into JSON', async (_what, handler, data) => {
    expect(await answerOf(handler)).toMatchObject({ success: true, data });
  });

  test.each<[string, () => unknown]>([
    ['a big integer', () => 10n],
    ['a big integer inside', () => ({ deep: [10n] })],
    ['circular', () => circular],
    [
      'deeper than anybody needs',
      () => {
        let deep: unknown = 1;
        for (let level = 0; level < 100_000; level++) deep = [deep];
        return deep;
      },
    ],
    ['an object whose toJSON throws', () => ({ toJSON: throwing })],
    [
      'an object whose getter throws',
      () => ({
        get x() {
          return throwing();
        },
      }),
    ],
    ['a proxy whose traps throw', () => new Proxy({}, { ownKeys: throwing, get: throwing })],
    [
      'a revoked proxy',
      () => {
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        return proxy;
      },
    ],
    ['a thenable whose then throws', () => thenable(throwing)],
    ['an object whose then is a getter that throws', () => Object.defineProperty({}, 'then', { get: throwing })],
    [
      'a thenable that refuses',
      () => thenable((_resolve: unknown, reject: (error: Error) => void) => reject(new Error('CANARY'))),
    ],
    [
      'a generator that throws',
      function* () {
        yield 1;
        throw new Error('CANARY');
      },
    ],
    [
      'a generator of big integers',
      function* () {
        yield 10n;
      },
    ],
    [
      'a generator of circles',
      async function* () {
        yield circular;
      },
    ],
  ])('that is %s is an execution error without its details', async (_what, handler) => {
    const response = await answerOf(handler);
    expect(response).toMatchObject({ success: false, error: { code: 'EXECUTION_ERROR', hint: expect.any(String) } });
    expect(JSON.stringify(response)).not.toContain('CANARY');
  });

  test('that is too large is cut, and the answer says so and still succeeds', async () => {
    const list = await answerOf(() => Array.from({ length: 10_000 }, (_, index) => ({ index })), {
      responseBytes: 1_000,
    });
    expect(list).toMatchObject({ success: true, _meta: { truncated: true, limit_bytes: 1_000, total_bytes: 148_891 } });
    expect(Buffer.byteLength(JSON.stringify(list.data))).toBeLessThanOrEqual(1_000);
    expect(list.data[0]).toEqual({ index: 0 });
    expect(list._meta.warnings).toEqual([expect.objectContaining({ code: 'TRUNCATED' })]);
    const long = await answerOf(() => '👩'.repeat(1_000_000), { responseBytes: 1_000 });
    expect(long).toMatchObject({ success: true, _meta: { truncated: true } });
    expect(long.data).toMatch(/^(?:👩)+$/u);
    expect(Buffer.byteLength(JSON.stringify(long.data))).toBeLessThanOrEqual(1_000);
  });

  test('of a stream that is too large is cut, and counted', async () => {
    const response = await answerOf(
      async function* () {
        for (let index = 0; index < 10_000; index++) yield 'x'.repeat(98);
      },
      { responseBytes: 1_000 },
    );
    expect(response).toMatchObject({ success: true, _meta: { truncated: true, limit_bytes: 1_000 } });
    expect(response.data).toHaveLength(9);
    expect(response._meta.total_bytes).toBeGreaterThan(1_000_000);
  });
});

describe('what is thrown', () => {
  test.each<[string, () => never]>([
    [
      'a text',
      () => {
        throw 'CANARY';
      },
    ],
    [
      'null',
      () => {
        throw null;
      },
    ],
    [
      'undefined',
      () => {
        throw undefined;
      },
    ],
    [
      'a number',
      () => {
        throw 7;
      },
    ],
    [
      'a symbol',
      () => {
        throw Symbol('CANARY');
      },
    ],
    [
      'an error with a secret',
      () => {
        throw new Error('the password is CANARY');
      },
    ],
    [
      'an error with a cause',
      () => {
        throw new Error('CANARY', { cause: new Error('CANARY') });
      },
    ],
    [
      'an object with a getter',
      () => {
        throw {
          get message() {
            return throwing();
          },
        };
      },
    ],
    [
      'an error whose stack cannot be read',
      () => {
        throw Object.defineProperty(new Error('x'), 'stack', { get: throwing });
      },
    ],
    [
      'an error whose stack is no text',
      () => {
        throw Object.assign(new Error('x'), { stack: Symbol('CANARY') });
      },
    ],
    [
      'a proxy whose traps throw',
      () => {
        throw new Proxy(new Error('x'), { get: throwing, getPrototypeOf: throwing });
      },
    ],
    [
      'an error that says it is a gate’s',
      () => {
        throw Object.assign(new Error('CANARY'), { name: 'GateError', code: 'PERMISSION_DENIED' });
      },
    ],
  ])('%s is an execution error that does not tell what it was', async (_what, handler) => {
    for (const thrower of [handler, async () => handler()]) {
      const response = await answerOf(thrower);
      expect(response).toMatchObject({ success: false, error: { code: 'EXECUTION_ERROR' } });
      expect(JSON.stringify(response)).not.toContain('CANARY');
    }
  });

  test.each<[string, Record<string, unknown>]>([
    ['a big integer', { value: 10n }],
    ['a circle', { value: circular }],
    [
      'a getter that throws',
      {
        get value() {
          return throwing();
        },
      },
    ],
  ])('a command’s own error with %s in its details is still an answer', async (_what, problem) => {
    const response = await answerOf(() => {
      throw new CommandError('BAD_THING', 'Something is bad.', { details: [{ code: 'X', message: 'x', ...problem }] });
    });
    expect(response).toMatchObject({ success: false, error: { code: 'EXECUTION_ERROR' } });
  });

  test('a command’s own error reaches the agent as it is', async () => {
    const response = await answerOf(() => {
      throw new CommandError('BAD_THING', 'Something is bad.', { hint: 'Do better', examples: ['odd'] });
    });
    expect(response.error).toEqual({
      code: 'EXECUTION_ERROR',
      message: 'Something is bad.',
      hint: 'Do better',
      examples: ['odd'],
      details: [{ code: 'BAD_THING', message: 'Something is bad.' }],
    });
  });
});

test('execute never rejects, whatever it is given', async () => {
  const acli = createAcli({ echo: { description: 'Echo', handler: () => 1 } }, { workspace });
  const inputs: unknown[] = [
    undefined,
    null,
    7,
    'echo',
    {},
    { command: undefined },
    { command: null },
    { command: 7 },
    { command: Symbol('x') },
    { command: 10n },
    { command: ['echo'] },
    { command: { toString: throwing } },
    { command: Object.create(null) },
    {
      get command() {
        return throwing();
      },
    },
  ];
  for (const input of inputs) {
    const attempt = (async () => await acli.execute(input as { command: string }))();
    await expect(attempt).resolves.toMatchObject({ isError: true, content: [{ type: 'text' }] });
  }
  await acli.close();
  const closed = await acli.execute({ command: 'echo' });
  expect(JSON.parse(closed.content[0].text).error.details).toMatchObject([{ code: 'UNAVAILABLE' }]);
});

test('whatever one of several things throws, it is told what became of the others', async () => {
  const response = await answerOf((_, { items }) =>
    items(['first', 'second', 'third'], (item) => {
      if (item === 'second') throw Object.create(null);
      return item;
    }),
  );
  expect(response.error.details[0].code).toBe('PARTIAL_FAILURE');
});
