import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Handler } from '../../vocabulary/command.js';
import type { Context } from '../../vocabulary/context.js';
import type { RunEventBody } from '../../vocabulary/event.js';
import { Deadlines } from './deadlines.js';
import { type HandlerResult, type HandlerRun, runHandler } from './run-handler.js';

const deadlines = new Deadlines();
let events: RunEventBody[];
let unhandled: unknown[];
const remember = (reason: unknown) => unhandled.push(reason);

beforeEach(() => {
  events = [];
  unhandled = [];
  process.on('unhandledRejection', remember);
});

afterEach(async () => {
  await turn();
  process.off('unhandledRejection', remember);
  deadlines.close();
  expect(unhandled).toEqual([]);
});

/** Every result that the run gave, and what was made of it. A run must give exactly one. */
function start(handler: Handler, details: Partial<HandlerRun> = {}) {
  const run: HandlerRun = {
    input: { max: 1 },
    caller: { name: 'agent', may: 'everything' },
    session: { id: 's', workspace: '/w', directory: '/w' },
    dryRun: false,
    timeoutMs: 10_000,
    enteredAt: performance.now(),
    signal: undefined,
    keepBytes: 1_000_000,
    emit: (body) => events.push(body),
    say: () => undefined,
    step: () => undefined,
    resolvePath: (path) => path,
    confirm: async (question) => question === 'sure?',
    prompt: async (question, option) => `${question} ${option}`,
    page: { limit: 20, cursor: undefined },
    openUrl: (url) => ({ open_url: url, headless: true }),
    token: () => undefined,
    truncated: () => undefined,
    environment: {},
    openTools: () => Promise.reject(new Error('There are no tools here.')),
    settings: async () => ({}),
    writeSettings: async () => ({ file: '/w/.tool-config.json', scope: 'local' }),
    tellSoFar: () => undefined,
    onEnding: () => undefined,
    ...details,
  };
  return { answer: runHandler(handler, run, deadlines), run };
}

async function run(handler: Handler, details: Partial<HandlerRun> = {}): Promise<HandlerResult> {
  return await start(handler, details).answer;
}

type Then = (resolve: (value: unknown) => void, reject: (error: unknown) => void) => void;

/** What only behaves like a promise. */
const thenable = (then: Then) => ({ then });

const never = () => new Promise<never>(() => undefined);

describe('a handler that answers', () => {
  test('it gets its input and a context', async () => {
    const seen: unknown[] = [];
    await run((input, context) => seen.push(input, context.caller.name, context.dryRun), { dryRun: true });
    expect(seen).toEqual([{ max: 1 }, 'agent', true]);
  });

  test.each([[{ a: 1 }], [[1, 2]], ['text'], [0], [false], [null], [undefined], [10n], [new Map()]])(
    'at once with %s',
    (value) => {
      // At once: no promise is made for it.
      expect(start(() => value).answer).toEqual({ status: 'returned', value });
    },
  );

  test('later', async () => {
    expect(await run(async () => ({ a: 1 }))).toEqual({ status: 'returned', value: { a: 1 } });
    expect(await run(() => sleep(5, 'late'))).toEqual({ status: 'returned', value: 'late' });
  });

  test('with something that only behaves like a promise', async () => {
    const late = thenable((resolve) => void setImmediate(() => resolve(5)));
    expect(await run(() => late)).toEqual({ status: 'returned', value: 5 });
  });

  test('with a thenable that gives a promise: what that one gives counts', async () => {
    const giving = thenable((resolve) => resolve(Promise.resolve(5)));
    expect(await run(() => giving)).toEqual({ status: 'returned', value: 5 });
    const failing = thenable((resolve) => resolve(Promise.reject('no')));
    expect(await run(() => failing)).toEqual({ status: 'threw', error: 'no' });
  });

  test('with a thenable that answers twice: the first counts', async () => {
    const repeating = thenable((resolve, reject) => {
      resolve(1);
      resolve(2);
      reject(new Error('three'));
    });
    expect(await run(() => repeating)).toEqual({ status: 'returned', value: 1 });
  });

  test('its context can be taken apart', async () => {
    await run(async (_, { progress, log, signal }) => {
      progress(1, 2);
      log('half');
      expect(signal.aborted).toBe(false);
    });
    expect(events).toEqual([
      { type: 'progress', done: 1, total: 2, message: undefined },
      { type: 'log', level: 'info', message: 'half' },
    ]);
  });
});

describe('a handler that fails (decision 16)', () => {
  test.each([[new Error('no')], ['text'], [undefined], [null], [{ code: 1 }]])('by throwing %s', async (error) => {
    expect(
      await run(() => {
        throw error;
      }),
    ).toEqual({ status: 'threw', error });
    expect(await run(() => Promise.reject(error))).toEqual({ status: 'threw', error });
  });

  test('by a thenable that throws when it is asked', async () => {
    const error = new Error('no');
    const throwing = thenable(() => {
      throw error;
    });
    expect(await run(() => throwing)).toEqual({ status: 'threw', error });
  });

  test.each(['then', 'next'])('by an object whose "%s" cannot even be looked at', async (property) => {
    const error = new Error('no');
    const value = Object.defineProperty({}, property, {
      get: () => {
        throw error;
      },
    });
    expect(await run(() => value)).toEqual({ status: 'threw', error });
  });
});

describe('a handler that does not end (decision 16)', () => {
  test('it has timed out, and its signal says so', async () => {
    let signal: AbortSignal | undefined;
    const handler: Handler = (_, context) => {
      signal = context.signal;
      return never();
    };
    expect(await run(handler, { timeoutMs: 10 })).toEqual({ status: 'timed-out' });
    expect(signal?.aborted).toBe(true);
    expect(signal?.reason).toMatchObject({ name: 'AbortError', message: 'The run was timed-out.' });
  });

  test('a handler that asks for its signal after the end finds it aborted', async () => {
    let late: Context | undefined;
    const handler: Handler = (_, context) => {
      late = context;
      return never();
    };
    await run(handler, { timeoutMs: 5 });
    expect(late?.signal.aborted).toBe(true);
  });

  test('the time counts from the moment that the run was entered', async () => {
    expect(await run(never, { timeoutMs: 1_000, enteredAt: performance.now() - 2_000 })).toEqual({
      status: 'timed-out',
    });
  });

  test.each<[string, (release: Promise<void>) => Promise<unknown>]>([
    ['returns', (release) => release.then(() => 'late')],
    ['fails', (release) => release.then(() => Promise.reject(new Error('late')))],
  ])('one that %s afterwards is not heard, and leaves no unhandled rejection', async (_, finish) => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { answer } = start(() => finish(released), { timeoutMs: 5 });
    expect(await answer).toEqual({ status: 'timed-out' });
    release();
    await turn();
    await turn();
    expect(await answer).toEqual({ status: 'timed-out' });
  });

  test('many at once end each by their own time', async () => {
    const runs = Array.from({ length: 50 }, (_, index) =>
      run(index % 2 ? never : () => sleep(1, index), { timeoutMs: index % 2 ? 30 : 10_000 }),
    );
    const results = await Promise.all(runs);
    expect(results.filter(({ status }) => status === 'timed-out')).toHaveLength(25);
    expect(results.filter(({ status }) => status === 'returned')).toHaveLength(25);
  });
});

describe('a request that is withdrawn', () => {
  test('before the handler starts: it is never entered', async () => {
    let entered = false;
    const handler = () => {
      entered = true;
    };
    expect(await run(handler, { signal: AbortSignal.abort() })).toEqual({ status: 'canceled' });
    expect(entered).toBe(false);
  });

  test('while it runs: the handler’s signal is aborted', async () => {
    const controller = new AbortController();
    let signal: AbortSignal | undefined;
    const handler: Handler = (_, context) => {
      signal = context.signal;
      return never();
    };
    const { answer } = start(handler, { signal: controller.signal });
    controller.abort();
    expect(await answer).toEqual({ status: 'canceled' });
    expect(signal?.aborted).toBe(true);
  });

  test('while its first, synchronous part runs', async () => {
    const controller = new AbortController();
    const handler = () => {
      controller.abort();
      return never();
    };
    expect(await run(handler, { signal: controller.signal, timeoutMs: 200 })).toEqual({ status: 'canceled' });
  });

  test('after it has ended: nothing happens', async () => {
    const controller = new AbortController();
    const { answer } = start(async () => 1, { signal: controller.signal });
    await answer;
    controller.abort();
    await turn();
    expect(await answer).toEqual({ status: 'returned', value: 1 });
  });
});

describe('a handler that streams', () => {
  test.each<[string, Handler]>([
    [
      'an async generator',
      async function* () {
        yield 1;
        await turn();
        yield { two: 2 };
      },
    ],
    [
      'a generator',
      function* () {
        yield 1;
        yield { two: 2 };
      },
    ],
  ])('%s: what it yields goes out as it comes and is the answer', async (_, handler) => {
    expect(await run(handler)).toEqual({ status: 'streamed', values: [1, { two: 2 }], droppedBytes: 0 });
    expect(events).toEqual([
      { type: 'output', value: 1 },
      { type: 'output', value: { two: 2 } },
    ]);
  });

  test('what it returns is the answer instead', async () => {
    const handler = async function* () {
      yield 1;
      return { total: 1 };
    };
    expect(await run(handler)).toEqual({ status: 'returned', value: { total: 1 } });
    expect(events).toEqual([{ type: 'output', value: 1 }]);
  });

  test('one that yields nothing has an empty answer', async () => {
    expect(await run(async function* () {})).toEqual({ status: 'streamed', values: [], droppedBytes: 0 });
  });

  test('one that fails half way has failed', async () => {
    const error = new Error('half');
    const handler = async function* () {
      yield 1;
      throw error;
    };
    expect(await run(handler)).toEqual({ status: 'threw', error });
    expect(events).toHaveLength(1);
  });

  test('a list is a value, not a stream', async () => {
    expect(await run(() => [1, 2])).toEqual({ status: 'returned', value: [1, 2] });
    expect(events).toEqual([]);
  });

  test('only the first values that fit are kept; all of them go out, and the rest is counted', async () => {
    const handler = function* () {
      yield 'aaaa';
      yield 'bbbb';
      yield 'cccccccccc';
      yield 'd';
    };
    // "aaaa" and its comma are 7 bytes.
    expect(await run(handler, { keepBytes: 14 })).toEqual({
      status: 'streamed',
      values: ['aaaa', 'bbbb'],
      droppedBytes: 17,
    });
    expect(events).toHaveLength(4);
  });

  test('a value that cannot be JSON fails the run, and the generator is closed', async () => {
    let closed = false;
    const handler = async function* () {
      try {
        yield 10n;
        yield 'never';
      } finally {
        closed = true;
      }
    };
    expect(await run(handler)).toMatchObject({ status: 'threw' });
    await turn();
    expect(closed).toBe(true);
  });

  test.each<[string, (controller: AbortController) => Partial<HandlerRun>, HandlerResult]>([
    ['withdrawn', (controller) => ({ signal: controller.signal }), { status: 'canceled' }],
    ['out of time', () => ({ timeoutMs: 20 }), { status: 'timed-out' }],
  ])(
    'when it is %s, the generator is stopped at its next yield and nothing more goes out',
    async (_, details, expected) => {
      const controller = new AbortController();
      let closed: () => void = () => undefined;
      const isClosed = new Promise<void>((resolve) => {
        closed = resolve;
      });
      const handler = async function* () {
        try {
          for (let count = 0; ; count++) {
            await sleep(1);
            if (count === 3) controller.abort();
            yield count;
          }
        } finally {
          closed();
        }
      };
      expect(await run(handler, details(controller))).toEqual(expected);
      const heard = events.length;
      await isClosed;
      expect(events.length).toBe(heard);
    },
  );

  test('a generator that never lets go of the event loop is still stopped in time', async () => {
    // It ends by itself after a second, so that a gate that does not stop it fails this test instead of hanging.
    const end = performance.now() + 1_000;
    const handler = function* () {
      while (performance.now() < end) yield 'more';
    };
    const { status } = await run(handler, { timeoutMs: 20, keepBytes: 10, emit: () => undefined });
    expect(status).toBe('timed-out');
  });

  test('other runs go on beside a generator that never waits', async () => {
    const end = performance.now() + 1_000;
    const busy = start(
      async function* () {
        while (performance.now() < end) yield 'more';
      },
      { keepBytes: 1_000, emit: () => undefined },
    );
    let busyEnded = false;
    Promise.resolve(busy.answer).then(() => {
      busyEnded = true;
    });
    expect(await run(() => sleep(5, 'done'))).toEqual({ status: 'returned', value: 'done' });
    expect(busyEnded).toBe(false);
    await busy.answer;
  });
});

describe('what is registered for the end', () => {
  test.each<[string, (context: Context) => unknown, Partial<HandlerRun>, string]>([
    ['returns', () => 'x', {}, 'returned'],
    ['returns later', async () => 'x', {}, 'returned'],
    [
      'throws',
      () => {
        throw new Error('no');
      },
      {},
      'threw',
    ],
    ['takes too long', never, { timeoutMs: 20 }, 'timed-out'],
    ['is canceled', never, {}, 'canceled'],
  ])('is done once, before the answer, by a handler that %s', async (_, ends, details, status) => {
    const done: string[] = [];
    const handler: Handler = (_input, context) => {
      context.onCleanup(async () => {
        await sleep(20);
        done.push(String(context.signal.aborted));
      });
      return ends(context);
    };
    const signal = status === 'canceled' ? AbortSignal.timeout(30) : undefined;
    const result = await run(handler, { ...details, signal });
    expect([result.status, done]).toEqual([status, [String(status === 'timed-out' || status === 'canceled')]]);
  });
});
