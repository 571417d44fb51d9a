// The proxy alone, spoken to byte by byte: what a program inside could send.

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as startTls } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Denials } from './denials.js';
import { HostList, type ReadEntry, readHostEntry } from './host-list.js';
import { type Interception, Interceptions } from './interceptions.js';
import { SandboxProxy } from './sandbox-proxy.js';

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A web server that tells what it got, and remembers it. */
async function openServer(answer?: RequestListener) {
  const got: string[] = [];
  const tell = async (request: IncomingMessage) => {
    const { method, url, headers } = request;
    return `${method} ${url} ${headers.host} ${JSON.stringify(await text(request))}`;
  };
  const server = createServer((request, response) => {
    if (answer) answer(request, response);
    else void tell(request).then((told) => response.end(got[got.push(told) - 1]));
  });
  return { port: await listen(server), got };
}

async function openProxy(
  entries: readonly string[],
  lookUp?: (host: string) => Promise<readonly string[]>,
  interception?: Interception,
) {
  const directory = mkdtempSync(join(tmpdir(), 'cmdgate-proxy-'));
  const denied: string[] = [];
  const read = entries.map((entry) => (readHostEntry(entry) as Extract<ReadEntry, { ok: true }>).entry);
  const proxy = new SandboxProxy(
    new HostList(read),
    new Denials((message) => denied.push(message)),
    interception,
    lookUp,
  );
  const path = join(directory, 'socket');
  await proxy.listen(path);
  onTestFinished(() => {
    proxy.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const open = () => connect({ path, allowHalfOpen: true }).on('error', () => undefined);
  const ask = (bytes: string) => {
    const socket = open();
    socket.write(bytes, 'latin1');
    return allOf(socket);
  };
  return { proxy, denied, open, ask };
}

/** Everything that comes until the connection ends. */
async function allOf(socket: Socket): Promise<string> {
  let answer = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    answer += chunk;
  });
  await new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
  socket.destroy();
  return answer;
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4);
const last = 'Connection: close\r\n\r\n';

describe('a request that is not encrypted', () => {
  test('goes to the host of its first line, whatever else it says', async () => {
    const { port } = await openServer();
    const { ask } = await openProxy([`127.0.0.1:${port}`]);
    const answer = await ask(`GET http://127.0.0.1:${port}/a/../b?c HTTP/1.1\r\nHost: evil.example\r\n${last}`);
    expect([statusOf(answer), bodyOf(answer)]).toEqual([200, `GET /a/../b?c 127.0.0.1:${port} ""`]);
  });

  test.each([
    ['2130706433', '127.0.0.1'],
    ['0x7F.1', '127.0.0.1'],
    ['LOCALHOST.', 'localhost'],
  ])('is compared, looked up and sent by one name: %s is %s', async (written, canonical) => {
    const { port } = await openServer();
    const { ask } = await openProxy([`${canonical}:${port}`]);
    const answer = await ask(`GET http://${written}:${port}/ HTTP/1.1\r\nHost: x\r\n${last}`);
    expect(bodyOf(answer)).toBe(`GET / ${canonical}:${port} ""`);
  });

  test('has its body sent on, with one end', async () => {
    const { port, got } = await openServer();
    const { ask } = await openProxy([`127.0.0.1:${port}`]);
    const to = (method: string) => `${method} http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: x\r\n`;
    const second = `GET /second HTTP/1.1\r\nHost: y\r\n\r\n`;
    const chunk = `${second.length.toString(16)}\r\n${second}\r\n0\r\n\r\n`;
    await ask(`${to('GET')}Transfer-Encoding: chunked\r\n${last}${chunk}`);
    await ask(
      `${to('POST')}Content-Length: ${second.length}\r\nConnection: content-length, host, close\r\n\r\n${second}`,
    );
    await ask(`${to('POST')}Transfer-Encoding: chunked\r\nConnection: transfer-encoding, close\r\n\r\n${chunk}`);
    expect(got).toEqual(['GET', 'POST', 'POST'].map((one) => `${one} / 127.0.0.1:${port} ${JSON.stringify(second)}`));
  });

  test.each([
    ['two lengths', 'Content-Length: 3\r\nContent-Length: 30\r\n\r\nabc'],
    ['a length and chunks', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n'],
    ['a length that is none', 'Content-Length: +3\r\n\r\nabc'],
    ['a coding that hides chunks', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
    ['a second coding', 'Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'],
    ['a blank before the colon', 'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n'],
    ['a line that goes on', 'X: a\r\n b\r\n\tTransfer-Encoding: chunked\r\n\r\n'],
    ['a header without a name', ': x\r\n\r\n'],
    ['a bare line break', 'X: a\rY: b\r\n\r\n'],
  ])('is refused with %s, and nothing of it is sent on', async (_name, rest) => {
    const { port, got } = await openServer();
    const { ask } = await openProxy([`127.0.0.1:${port}`]);
    const answer = await ask(`POST http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${rest}`);
    expect([statusOf(answer), got]).toEqual([400, []]);
  });

  test.each([
    '/path',
    '*',
    'https://127.0.0.1:PORT/',
    'ftp://127.0.0.1:PORT/',
    'http://user:password@127.0.0.1:PORT/',
    'http://127.0.0.1:PORT@evil.example/',
    'http://evil.example\\@127.0.0.1:PORT/',
    'http://127.0.0.1:0/',
    'http://127.0.0.1:99999/',
    'http://%3127.0.0.1:PORT/',
    'http:///127.0.0.1:PORT/',
    'http://127.0.0.1:PORT#/',
  ])('is refused for %s', async (url) => {
    const { port, got } = await openServer();
    const { ask } = await openProxy([`127.0.0.1:${port}`]);
    const answer = await ask(`GET ${url.replace('PORT', String(port))} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${last}`);
    expect([statusOf(answer), got]).toEqual([400, []]);
  });

  test('is judged each by itself on one connection', async () => {
    const { port, got } = await openServer();
    const { open, denied } = await openProxy([`127.0.0.1:${port}`]);
    const to = (host: string) => `GET http://${host}/ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;
    const socket = open();
    socket.write(`${to(`127.0.0.1:${port}`)}\r\n`);
    const [first] = await once(socket, 'data');
    socket.write(`${to('evil.example')}${last}`);
    expect([String(first), await allOf(socket)].map(statusOf)).toEqual([200, 403]);
    expect(got).toEqual([`GET / 127.0.0.1:${port} ""`]);
    expect(denied).toHaveLength(1);
  });

  test('waits for the answer to the one before', async () => {
    let connections = 0;
    const silent = createTcpServer((socket) => void socket.on('error', () => undefined).resume());
    const port = await listen(silent.on('connection', () => connections++));
    const { ask } = await openProxy([`127.0.0.1:${port}`]);
    expect(await ask(`GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(500))).toBe('');
    expect(connections).toBeLessThan(2);
  });

  test.each([
    'HTTP/1.1 000 X\r\n\r\n',
    'HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    'HTTP/1.1 200 X\r\nA: \x7f\x01\r\n\r\n',
    'HTTP/1.1 200 X\r\nA b: c\r\n\r\n',
    'HTTP/1.1 200 X\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    'HTTP/1.1 200 X\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
    `HTTP/1.1 200 X\r\nA: ${'a'.repeat(100_000)}\r\n\r\n`,
  ])('survives an answer that is none: %j', async (bytes) => {
    const odd = createTcpServer(
      (socket) =>
        void socket
          .on('error', () => undefined)
          .end(bytes, 'latin1')
          .resume(),
    );
    const port = await listen(odd);
    const { ask } = await openProxy([`127.0.0.1:${port}`]);
    const answer = await ask(`GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: x\r\n${last}`);
    expect([statusOf(answer), bodyOf(answer)]).toEqual([502, `cmdgate: 127.0.0.1:${port} gave an invalid answer\n`]);
  });

  test('breaks where its answer breaks', async () => {
    const bytes = 'HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\nhalf';
    const half = createTcpServer(
      (socket) =>
        void socket
          .on('error', () => undefined)
          .end(bytes)
          .resume(),
    );
    const port = await listen(half);
    const { ask } = await openProxy([`127.0.0.1:${port}`]);
    expect(bodyOf(await ask(`GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: x\r\n${last}`))).toBe('half');
  });

  test('cannot become something else', async () => {
    const { port } = await openServer((request, response) => response.end(JSON.stringify(request.rawHeaders)));
    const { ask } = await openProxy([`127.0.0.1:${port}`]);
    const asked = 'Connection: Upgrade\r\nUpgrade: websocket\r\nProxy-Authorization: Basic eDp5\r\n\r\n';
    const socket = ask(`GET http://127.0.0.1:${port}/ HTTP/1.0\r\nHost: x\r\n${asked}`);
    expect(bodyOf(await socket)).toBe(JSON.stringify(['host', `127.0.0.1:${port}`, 'Connection', 'close']));
  });

  test('with headers without end is refused before it is kept', async () => {
    const { port } = await openServer();
    const { ask } = await openProxy([`127.0.0.1:${port}`]);
    const answer = await ask(`GET http://127.0.0.1:${port}/ HTTP/1.1\r\nX: ${'x'.repeat(64 * 1024)}`);
    expect(statusOf(answer)).toBe(431);
  });

  test('gets the answer as it came: status, fields that are there twice, a length', async () => {
    const { port } = await openServer((_, response) => {
      response.writeHead(418, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'Content-Length', '3', 'Keep-Alive', 'x']);
      response.end('tea');
    });
    const { ask } = await openProxy([`127.0.0.1:${port}`]);
    const answer = await ask(`GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: x\r\n${last}`);
    expect(answer.replace(/Date: .*\r\n/i, '')).toBe(
      "HTTP/1.1 418 I'm a Teapot\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\ncontent-length: 3\r\nConnection: close\r\n\r\ntea",
    );
  });

  test('is told when nobody answers, or nothing that is one', async () => {
    const silent = await listen(createTcpServer((socket) => socket.on('error', () => undefined).end('SSH-2.0\r\n')));
    const { ask } = await openProxy([`127.0.0.1:${silent}`, '127.0.0.1:1', 'nowhere.invalid:80']);
    const get = (host: string) => ask(`GET http://${host}/ HTTP/1.1\r\nHost: x\r\n${last}`);
    const answers = await Promise.all([`127.0.0.1:${silent}`, '127.0.0.1:1', 'nowhere.invalid'].map(get));
    expect(answers.map((answer) => [statusOf(answer), bodyOf(answer)])).toEqual([
      [502, `cmdgate: 127.0.0.1:${silent} gave an invalid answer\n`],
      [502, 'cmdgate: 127.0.0.1:1 cannot be reached\n'],
      [502, 'cmdgate: nowhere.invalid is unknown\n'],
    ]);
  });
});

describe('a tunnel', () => {
  const echo = () =>
    createTcpServer({ allowHalfOpen: true }, (socket) => socket.on('error', () => undefined).pipe(socket));

  test('passes bytes both ways, also those that come at once, and the end of each side', async () => {
    const port = await listen(echo());
    const { open } = await openProxy([`127.0.0.1:${port}`]);
    const socket = open();
    socket.end(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\nHost: evil.example:1\r\n\r\nat once \0\xff`, 'latin1');
    expect(await allOf(socket)).toBe('HTTP/1.1 200 Connection established\r\n\r\nat once \0\xff');
  });

  test.each([
    ['CONNECT evil.example:443', '', 403],
    ['CONNECT evil.example:PORT', '', 403],
    ['CONNECT 127.0.0.1:1', '', 403],
    ['CONNECT 127.0.0.1', '', 400],
    ['CONNECT 127.0.0.1:', '', 400],
    ['CONNECT user@127.0.0.1:PORT', '', 400],
    ['CONNECT http://127.0.0.1:PORT', '', 400],
    ['CONNECT 127.0.0.1:PORT:1', '', 400],
    ['CONNECT 127.0.0.1:PORT', 'Content-Length: 3\r\n', 400],
    ['CONNECT 127.0.0.1:PORT', 'Transfer-Encoding: chunked\r\n', 400],
  ])('%s is refused where it must be (%s)', async (line, header, status) => {
    const port = await listen(echo());
    const { ask } = await openProxy([`127.0.0.1:${port}`]);
    const answer = await ask(
      `${line.replace('PORT', String(port))} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${header}\r\nabc`,
    );
    expect(statusOf(answer)).toBe(status);
  });
});

describe('a name', () => {
  test('that leads to what is not public is refused, unless the address is listed; it is looked up once', async () => {
    const { port } = await openServer();
    const asked: string[] = [];
    const lookUp = async (host: string) => {
      asked.push(host);
      return ['127.0.0.1'];
    };
    const get = `GET http://Intern.example:${port}/ HTTP/1.1\r\nHost: x\r\n${last}`;
    const one = await openProxy([`intern.example:${port}`], lookUp);
    const refused = await one.ask(get);
    const entry = `The owner can add "127.0.0.1:${port}" to "network" of "sandbox"`;
    const told = `The network was refused: intern.example:${port} resolves to 127.0.0.1, which is not public. ${entry}`;
    expect([statusOf(refused), bodyOf(refused), one.denied]).toEqual([403, `cmdgate: ${told}\n`, [told]]);
    const other = await openProxy([`intern.example:${port}`, `127.0.0.1:${port}`], lookUp);
    expect(bodyOf(await other.ask(get))).toBe(`GET / intern.example:${port} ""`);
    expect(asked).toEqual(['intern.example', 'intern.example']);
  });

  test.each(['169.254.169.254', '10.0.0.1', '::1', '::ffff:127.0.0.1', 'fe80::1', '0.0.0.0', '64:ff9b::a00:1'])(
    'is not led to %s',
    async (address) => {
      const { ask } = await openProxy(['outside.example:80'], async () => [address]);
      const answer = await ask(`CONNECT outside.example:80 HTTP/1.1\r\nHost: x\r\n\r\n`);
      expect(statusOf(answer)).toBe(403);
    },
  );

  test('that is not listed is never looked up', async () => {
    const asked: string[] = [];
    const { ask } = await openProxy(['*.example.org:80'], async (host) => {
      asked.push(host);
      return [];
    });
    const names = ['secret.evil.example', 'example.org', 'api.example.org'];
    await Promise.all(names.map((name) => ask(`GET http://${name}/ HTTP/1.1\r\nHost: x\r\n${last}`)));
    expect(asked).toEqual(['api.example.org']);
  });
});

describe('a tunnel that ends here', () => {
  async function openIntercepted() {
    const { port, got } = await openServer();
    const credential = { hosts: [`localhost:${port}`], headers: ['authorization'], value: { reveal: () => 'secret' } };
    const directory = mkdtempSync(join(tmpdir(), 'cmdgate-proxy-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const interception = new Interceptions({}).open({ TOKEN: credential }, directory) as Interception;
    const proxy = await openProxy([`localhost:${port}`], undefined, interception);
    const socket = proxy.open();
    socket.write(`CONNECT LOCALHOST:${port} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(String((await once(socket, 'data'))[0])).toBe('HTTP/1.1 200 Connection established\r\n\r\n');
    const secure = () => startTls({ socket, servername: 'localhost', ca: interception.authority.certificate });
    return { ...proxy, port, got, socket, secure };
  }

  test.each(['GET http://evil.example/', 'GET http://localhost:PORT/', 'CONNECT localhost:PORT', 'OPTIONS *'])(
    'leads nowhere else: %s',
    async (line) => {
      const { secure, port, got, denied } = await openIntercepted();
      const inside = secure();
      inside.write(`${line.replace('PORT', String(port))} HTTP/1.1\r\nHost: evil.example\r\n${last}`);
      expect([statusOf(await allOf(inside)), got, denied]).toEqual([400, [], []]);
    },
  );

  test('asks only a host that proves who it is, whatever the request calls it', async () => {
    const { secure, got, port } = await openIntercepted();
    const inside = secure();
    inside.write(`GET / HTTP/1.1\r\nHost: evil.example\r\nAuthorization: x\r\n${last}`);
    const told = `cmdgate: localhost:${port} has no trusted certificate\n`;
    expect([bodyOf(await allOf(inside)), got]).toEqual([told, []]);
  });

  test('takes nothing that is not encrypted', async () => {
    const { socket, got } = await openIntercepted();
    socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\n${last}`);
    expect(await allOf(socket)).not.toMatch(/HTTP\/1\.1 2/);
    expect(got).toEqual([]);
  });
});

test('what was refused is told once for each host, and not without end', async () => {
  const { ask, denied } = await openProxy(['127.0.0.1:1']);
  for (let index = 0; index < 60; index++) {
    await ask(`GET http://host-${index % 30}.example/ HTTP/1.1\r\nHost: x\r\n${last}`);
  }
  expect(denied).toHaveLength(25);
  expect(denied[0]).toBe(
    'The network was refused: host-0.example:80. The owner can add "host-0.example:80" to "network" of "sandbox"',
  );
  expect(denied[24]).toBe('The network was refused more often; the rest is not listed.');
});

test('connections are bounded, and all of them end with the proxy', async () => {
  const held: Socket[] = [];
  const port = await listen(createTcpServer((socket) => void held.push(socket.on('error', () => undefined))));
  const { open, proxy } = await openProxy([`127.0.0.1:${port}`]);
  const opened = Array.from({ length: 200 }, open);
  const closed = new Set<Socket>();
  for (const socket of opened) {
    const note = () => closed.add(socket);
    socket.on('end', note).on('close', note).resume();
    socket.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\nHost: x\r\n\r\n`);
  }
  await expect.poll(() => [closed.size, held.length], { timeout: 10_000 }).toEqual([72, 128]);
  const ended = Promise.all(held.map((socket) => new Promise((resolve) => socket.on('close', resolve))));
  proxy.close();
  await ended;
  await expect.poll(() => closed.size, { timeout: 10_000 }).toBe(200);
  for (const socket of opened) socket.destroy();
});

test('a connection on which nothing was asked yet ends with the proxy, too', async () => {
  const { open, proxy } = await openProxy(['127.0.0.1:1']);
  const [idle, asking] = [open(), open()];
  idle.write('GET http://');
  asking.write('GET http://evil.example/ HTTP/1.1\r\nHost: x\r\n\r\n');
  // Both were accepted before this is answered.
  await once(asking, 'data');
  proxy.close();
  expect(await allOf(idle)).toBe('');
});
