import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import type { RunEventBody } from '../../vocabulary/event.js';
import { HandlerContext } from './handler-context.js';

function newContext() {
  const events: RunEventBody[] = [];
  const said: string[] = [];
  const steps: string[] = [];
  const endings: Promise<void>[] = [];
  const context = new HandlerContext({
    caller: { name: 'agent', may: 'everything' },
    session: { id: 's', workspace: '/w', directory: '/w' },
    dryRun: true,
    emit: (body) => events.push(body),
    say: (message) => said.push(message),
    step: (name) => steps.push(name),
    resolvePath: (path) => `/w/${path}`,
    confirm: async (question) => question === 'sure?',
    prompt: async (question, option) => `${question} ${option}`,
    page: { limit: 20, cursor: undefined },
    openUrl: (url) => ({ open_url: url, headless: true }),
    token: () => undefined,
    truncated: () => undefined,
    environment: {},
    openTools: () => Promise.reject(new Error('There are no tools here.')),
    settings: async () => ({ color: 'red' }),
    writeSettings: async () => ({ file: '/w/.tool-config.json', scope: 'local' }),
    tellSoFar: () => undefined,
    onEnding: (work) => endings.push(work),
  });
  return { context, events, said, steps, endings };
}

test.each(['end', 'abort'] as const)('%s ends the requests of a handler', async (how) => {
  const gone = new EventEmitter();
  const server = createServer((socket) => void socket.resume().on('close', () => gone.emit('close')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const left = once(gone, 'close');
  const { context } = newContext();
  const asked = context.fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.once('connection', () => (how === 'end' ? context.end() : context.abort(new Error('over'))));
  await expect(asked).rejects.toThrow(how === 'end' ? 'The run has ended.' : 'over');
  await left;
  await context.end();
  await expect(context.fetch('http://127.0.0.1:1')).rejects.toThrow();
  server.close();
});

test('it tells who asks, where, and whether it is a dry run', () => {
  const { caller, session, dryRun } = newContext().context;
  expect({ caller, session, dryRun }).toEqual({
    caller: { name: 'agent', may: 'everything' },
    session: { id: 's', workspace: '/w', directory: '/w' },
    dryRun: true,
  });
});

test('its functions work when a handler takes them apart', () => {
  const { context, events, said, steps } = newContext();
  const { log, progress, message, resolvePath, step, external } = context;
  const { warn } = log;
  log('one');
  warn('two');
  progress(1, 2, 'half');
  progress(3);
  message('Done');
  step('fetch');
  expect(external('x', 'mail')).toEqual({ value: 'x', _source: 'mail', _trusted: false });
  expect(steps).toEqual(['fetch']);
  expect(resolvePath('a')).toBe('/w/a');
  expect(said).toEqual(['Done']);
  expect(events).toEqual([
    { type: 'log', level: 'info', message: 'one' },
    { type: 'log', level: 'warn', message: 'two' },
    { type: 'progress', done: 1, total: 2, message: 'half' },
    { type: 'progress', done: 3, total: undefined, message: undefined },
  ]);
});

test('every level of the log has its name', () => {
  const { context, events } = newContext();
  for (const level of ['debug', 'info', 'warn', 'error'] as const) context.log[level](level);
  expect(events.map((event) => (event.type === 'log' ? [event.level, event.message] : event))).toEqual([
    ['debug', 'debug'],
    ['info', 'info'],
    ['warn', 'warn'],
    ['error', 'error'],
  ]);
});

test('the signal is aborted with the reason, whether it was asked for before or after', () => {
  const before = newContext().context;
  const { signal } = before;
  expect(signal.aborted).toBe(false);
  before.abort('enough');
  expect([signal.aborted, signal.reason, before.signal === signal]).toEqual([true, 'enough', true]);

  const after = newContext().context;
  after.abort('enough');
  after.abort('again');
  expect([after.signal.aborted, after.signal.reason]).toEqual([true, 'enough']);
});

test('progress is not heard after the end', () => {
  const { context, events } = newContext();
  const { progress } = context;
  context.abort('enough');
  progress(1);
  expect(events).toEqual([]);
});

test('a run that used nothing has nothing to wait for at its end', () => {
  const { context, endings } = newContext();
  expect([context.end(), endings]).toEqual([undefined, []]);
});

test('what is registered for the end is called once and told of, and what comes too late at once', async () => {
  const { context, endings } = newContext();
  const { onCleanup } = context;
  const called: string[] = [];
  onCleanup(() => called.push('first'));
  onCleanup(() => called.push('second'));
  const ending = context.end();
  expect(endings).toEqual([ending]);
  await ending;
  expect(called).toEqual(['second', 'first']);
  onCleanup(() => called.push('late'));
  expect(called).toEqual(['second', 'first', 'late']);
});

test('tools that could not be opened do not keep the rest from ending', async () => {
  const { context } = newContext();
  const called: string[] = [];
  context.onCleanup(() => called.push('cleaned'));
  await expect(context.temporaryDirectory()).rejects.toThrow('There are no tools here.');
  await context.end();
  expect(called).toEqual(['cleaned']);
});

test('after the end no tool can be used any more', async () => {
  const { context } = newContext();
  context.end();
  for (const use of [context.spawn('ls', []), context.pipeline([['ls']]), context.lock('a')]) {
    await expect(use).rejects.toThrow('The run has ended.');
  }
});
