// A server of the check on this machine: it answers, refuses, never answers, or stands in as a proxy.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoopbackServer {
  readonly url: string;
  /** The first lines of the requests that came, as `GET /a` or, from a client that takes it for a proxy, `CONNECT a:443`. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

const answers: Readonly<Record<string, readonly [code: number, challenge: string]>> = {
  '/expired': [401, 'Bearer error="invalid_token", error_description="The token expired"'],
  '/missing': [401, 'Bearer'],
  '/forbidden': [403, 'Bearer error="insufficient_scope", scope="things:write"'],
};

export async function startServer(): Promise<LoopbackServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.url?.endsWith('/hang')) return;
    const [code, challenge] = answers[request.url ?? ''] ?? [200, ''];
    const headers = { 'content-type': 'application/json', ...(challenge && { 'www-authenticate': challenge }) };
    response.writeHead(code, headers).end(JSON.stringify({ served: code === 200 }));
  });
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, close };
}

/** Gives the server for the time of the work. */
export async function withServer<Result>(work: (server: LoopbackServer) => Promise<Result>): Promise<Result> {
  const server = await startServer();
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

/** An address at which nobody listens. */
export async function deadAddress(): Promise<string> {
  const { url, close } = await startServer();
  await close();
  return url;
}
