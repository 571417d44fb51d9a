// Clients that cost little beside the servers they measure: requests are written as bytes that were made before, and of
// an answer no more is read than where it ends and whether it is the right one.
import { once } from 'node:events';
import { connect } from 'node:net';

const command = 'calendar events --from 2026-02-02 --max 10';
const clientInfo = { name: 'cmdgate-bench', version: '1' };

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
};

const message = (id, method, params) => JSON.stringify({ jsonrpc: '2.0', id, method, params });

const callOf = (version, id) =>
  message(id, 'tools/call', {
    name: 'cli',
    arguments: { command },
    ...(version === '2026-07-28' && { _meta: envelope }),
  });

const initialize = message(0, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });

function check(answer, count) {
  // As JSON in JSON: the data itself, so that a refusal does not count as a fast answer.
  if (answer.split('Team Meeting').length - 1 !== count) throw new Error(`An answer is wrong: ${answer.slice(0, 500)}`);
}

/** One client with many calls under way: a server on stdio has no second one. */
export async function stdioClient({ stdin, stdout }, version, atOnce) {
  const [before, after] = callOf(version, 'ID').split('"ID"');
  const state = { rest: '', take: () => {} };
  stdout.setEncoding('utf8');
  stdout.on('data', (chunk) => {
    const end = chunk.lastIndexOf('\n');
    if (end === -1) {
      state.rest += chunk;
      return;
    }
    const lines = state.rest + chunk.slice(0, end);
    state.rest = chunk.slice(end + 1);
    state.take(lines);
  });
  if (version === '2025-11-25') {
    stdin.write(`${initialize}\n`);
    await new Promise((resolve) => {
      state.take = resolve;
    });
    stdin.write(`${initialized}\n`);
  }
  let id = 1;
  return async (operations) => {
    let sent = 0;
    let answered = 0;
    const send = (count) => {
      let lines = '';
      for (; count > 0 && sent < operations; count--, sent++) lines += `${before}${id++}${after}\n`;
      if (lines !== '') stdin.write(lines);
    };
    await new Promise((resolve, reject) => {
      state.take = (lines) => {
        const count = lines.split('\n').length;
        try {
          check(lines, count);
        } catch (error) {
          reject(error);
        }
        answered += count;
        if (answered === operations) resolve();
        else send(count);
      };
      send(atOnce);
    });
  };
}

/** Many clients, each with a connection of its own, and in 2025-11-25 with a session: one call at a time each. */
export async function httpClients(endpoint, version, atOnce) {
  const clients = await Promise.all(Array.from({ length: atOnce }, () => openHttpClient(new URL(endpoint), version)));
  const run = async (operations) => {
    let sent = 0;
    const use = async (client) => {
      while (sent++ < operations) check(await client.exchange(client.call), 1);
    };
    await Promise.all(clients.map(use));
  };
  const close = () => {
    for (const { socket } of clients) socket.destroy();
  };
  return { run, close };
}

async function openHttpClient(url, version) {
  const socket = connect(Number(url.port), url.hostname).setNoDelay();
  await once(socket, 'connect');
  let text = '';
  let resolve = () => {};
  socket.setEncoding('utf8');
  socket.on('data', (chunk) => {
    text += chunk;
    if (!isWhole(text)) return;
    const answer = text;
    text = '';
    resolve(answer);
  });
  const exchange = (bytes) =>
    new Promise((done) => {
      resolve = done;
      socket.write(bytes);
    });
  const post = (body, more) => {
    const headers = {
      host: url.host,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'content-length': Buffer.byteLength(body),
      ...more,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `POST ${url.pathname} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
  };
  const headers = { 'mcp-protocol-version': version };
  if (version === '2025-11-25') {
    const [, session] = /^mcp-session-id: (\S+)/im.exec(await exchange(post(initialize)));
    headers['mcp-session-id'] = session;
    await exchange(post(initialized, headers));
  } else {
    Object.assign(headers, { 'mcp-method': 'tools/call', 'mcp-name': 'cli' });
  }
  return { socket, exchange, call: post(callOf(version, 1), headers) };
}

function isWhole(text) {
  const head = text.indexOf('\r\n\r\n');
  if (head === -1) return false;
  const headers = text.slice(0, head);
  if (/^transfer-encoding: chunked/im.test(headers)) return text.endsWith('\r\n0\r\n\r\n');
  const [, length = '0'] = /^content-length: (\d+)/im.exec(headers) ?? [];
  return Buffer.byteLength(text) >= Buffer.byteLength(headers) + 4 + Number(length);
}
