// What the tests of the command line cannot see: requests that end while their process goes on.

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FetchOptions } from '../../../vocabulary/context.js';
import { fetchWithin } from './fetch-within.js';

let server: Server;
let run: AbortController;

beforeEach(() => {
  run = new AbortController();
});

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const within = (variables = {}) => ({ variables, signal: run.signal });

/** Resolves when the server sees that its client has gone. */
const whenLeft = (listener: RequestListener): [RequestListener, Promise<void>] => {
  let left: () => void;
  const gone = new Promise<void>((resolve) => {
    left = resolve;
  });
  return [
    (request, response) => {
      request.on('close', () => left());
      listener(request, response);
    },
    gone,
  ];
};

test('a request ends when its run does, and says only that', async () => {
  const [listener, gone] = whenLeft(() => run.abort(new DOMException('The run has ended.', 'AbortError')));
  await expect(fetchWithin(within(), await serve(listener))).rejects.toThrow('The run has ended.');
  await gone;
});

test('an answer that nobody reads ends with its run', async () => {
  const [listener, gone] = whenLeft((_, response) => void response.write('x'.repeat(1_000_000)));
  const { status } = await fetchWithin(within(), await serve(listener));
  expect(status).toBe(200);
  run.abort();
  await gone;
});

test('a run that has ended asks for nothing', async () => {
  let asked = 0;
  const url = await serve((_, response) => void response.end(String(asked++)));
  run.abort(new Error('over'));
  await expect(fetchWithin(within(), url)).rejects.toThrow('over');
  expect(asked).toBe(0);
});

test('an answer that no Response can hold is none', async () => {
  const url = await serve((_, response) => void response.writeHead(999).end());
  await expect(fetchWithin(within(), url)).rejects.toMatchObject({
    about: { network_context: { reason: 'not-http' } },
  });
});

test("a handler's own signal ends it as it would end any fetch", async () => {
  const own = new AbortController();
  const url = await serve(() => own.abort(new Error('mine')));
  await expect(fetchWithin(within(), url, { signal: own.signal })).rejects.toThrow('mine');
});

test("a handler's own timeout is one of the network", async () => {
  const url = await serve(() => undefined);
  const asked = fetchWithin(within(), url, { signal: AbortSignal.timeout(50) });
  await expect(asked).rejects.toMatchObject({ code: 'TIMEOUT', about: { network_context: { reason: 'timeout' } } });
});

test('the time is for the answer to begin, not for reading it', async () => {
  const url = await serve((_, response) => {
    response.write('slow ');
    setTimeout(() => response.end('answer'), 2_600);
  });
  const response = await fetchWithin(within(), url, { timeoutMs: 2_000 });
  expect(await response.text()).toBe('slow answer');
});

test('bodies of every kind are sent with the header that they need', async () => {
  const url = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { 'content-type': type, 'content-length': length } = request.headers;
    response.end(JSON.stringify({ type, length, text: Buffer.concat(chunks).toString() }));
  });
  const send = async (body: NonNullable<FetchOptions['body']>) =>
    await (await fetchWithin(within(), url, { method: 'POST', body })).json();
  const stream = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('piece'));
      controller.close();
    },
  });
  expect([
    await send('text'),
    await send(new URLSearchParams({ a: 'b c' })),
    await send(Buffer.from('bytes')),
    await send(stream),
  ]).toEqual([
    { type: 'text/plain;charset=UTF-8', length: '4', text: 'text' },
    { type: 'application/x-www-form-urlencoded;charset=UTF-8', length: '5', text: 'a=b+c' },
    { length: '5', text: 'bytes' },
    { length: '5', text: 'piece' },
  ]);
});

test('a response has its address, its headers and its way to be streamed', async () => {
  const url = await serve((_, response) => {
    response.writeHead(201, { 'set-cookie': ['a=1', 'b=2'], 'x-one': 'yes' });
    response.write('first');
    response.end('second');
  });
  const response = await fetchWithin(within(), `${url}path#fragment`);
  const pieces: string[] = [];
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>)
    pieces.push(Buffer.from(piece).toString());
  expect([response.status, response.url, response.headers.getSetCookie(), pieces.join('')]).toEqual([
    ...[201, `${url}path`, ['a=1', 'b=2']],
    'firstsecond',
  ]);
});

test('a redirect can be left to the handler, or be refused', async () => {
  const url = await serve((_, response) => void response.writeHead(302, { location: '/next' }).end());
  const manual = await fetchWithin(within(), url, { redirect: 'manual' });
  expect([manual.status, manual.headers.get('location')]).toEqual([302, '/next']);
  await expect(fetchWithin(within(), url, { redirect: 'error' })).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
});

test.each(['ftp://example.com/CANARY', 'CANARY', 'file:///CANARY', 'http://user:CANARY@example.com/'])(
  '%s is no address, and is not shown',
  async (url) => {
    const error = await fetchWithin(within(), url).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).not.toContain('CANARY');
  },
);

test('headers of the connection are not for handlers', async () => {
  const url = await serve((request, response) => void response.end(JSON.stringify(request.headers)));
  const headers = { host: 'elsewhere', 'proxy-authorization': 'Basic x', 'transfer-encoding': 'chunked', 'x-own': 'y' };
  const seen = (await (await fetchWithin(within(), url, { headers })).json()) as Record<string, string>;
  expect(seen).toEqual({
    ...{ accept: '*/*', 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'cmdgate', 'x-own': 'y' },
    ...{ host: new URL(url).host, connection: 'close' },
  });
});

test.each([
  ['changes the protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
  ['says what is no status', 'HTTP/1.1 999 None\r\ncontent-length: 0\r\n\r\n'],
])('a server that %s is told at once', async (_, text) => {
  const url = await serve((request) => void request.socket.write(text));
  await expect(fetchWithin(within(), url)).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
});

test('a status line may say anything', async () => {
  const url = await serve((request) => {
    request.socket.end('HTTP/1.1 200 \x01All\x02 right\r\ncontent-length: 2\r\n\r\nok');
  });
  const response = await fetchWithin(within(), url);
  expect([response.statusText, await response.text()]).toEqual(['All right', 'ok']);
});

test.each([307, 308])('what was sent is not sent to another host after %i, and is to the same one', async (status) => {
  const asked: string[] = [];
  const url = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const port = new URL(`http://${request.headers.host}`).port;
    const to = { '/out': `http://localhost:${port}/there`, '/in': '/there' }[request.url ?? ''];
    response.writeHead(to ? status : 200, to ? { location: to } : {}).end();
  });
  const post = (path: string) => fetchWithin(within(), `${url}${path}`, { method: 'POST', body: 'client_secret=x' });

  await expect(post('out')).rejects.toMatchObject({
    code: 'NETWORK_ERROR',
    message: expect.stringContaining('to another host'),
  });
  expect((await post('in')).status).toBe(200);
  expect(asked).toEqual(['POST /out', 'POST /in', 'POST /there']);
});
