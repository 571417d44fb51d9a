// One request on one connection of its own, directly or through a proxy. A connection that is used again may have been
// closed by then, and nobody could say whether a change that was sent on it was made.

import { type ClientRequest, type IncomingMessage, request as overHttp, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect as startTls } from 'node:tls';
import type { ProxyServer } from './choose-proxy.js';

export interface Sent {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  readonly proxy: ProxyServer | undefined;
  /** Those that Node trusts, unless given. */
  readonly certificates: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

/** The proxy has answered, and does not let the request through. */
export class RefusedByProxy extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The proxy answered ${status}.`);
    this.status = status;
  }
}

/** Gives the answer as soon as it begins. */
export async function send(sent: Sent): Promise<IncomingMessage> {
  const { url, proxy } = sent;
  if (!proxy) return await answerTo(direct(sent), sent.body);
  if (url.protocol === 'https:') return await answerTo(throughTunnel(sent, await openTunnel(sent, proxy)), sent.body);
  const message = await answerTo(byProxy(sent, proxy), sent.body);
  if (message.statusCode !== 407) return message;
  message.destroy();
  throw new RefusedByProxy(407);
}

function direct({ url, method, headers, certificates, signal }: Sent): ClientRequest {
  const options = { method, headers, signal, agent: false, ...authorities(certificates) } as const;
  return url.protocol === 'https:' ? overHttps(url, options) : overHttp(url, options);
}

/** What is not encrypted a proxy reads and sends on. */
function byProxy(sent: Sent, proxy: ProxyServer): ClientRequest {
  const { url, method, headers, signal } = sent;
  const path = `${url.origin}${url.pathname}${url.search}`;
  const all = { ...headers, host: url.host, ...credentials(proxy) };
  return toProxy(sent, proxy, { method, path, headers: all, signal });
}

/** A connection to the host itself, which the proxy passes on as it is. */
function openTunnel(sent: Sent, proxy: ProxyServer): Promise<Socket> {
  const { url, signal } = sent;
  const host = `${url.hostname}:${url.port || 443}`;
  return new Promise((resolve, reject) => {
    const asked = toProxy(sent, proxy, {
      ...{ method: 'CONNECT', path: host, headers: { host, ...credentials(proxy) }, signal },
    });
    asked.once('connect', (answer, socket) => {
      if (answer.statusCode === 200) resolve(socket);
      else {
        socket.destroy();
        reject(new RefusedByProxy(answer.statusCode ?? 0));
      }
    });
    // Some proxies say no with a page.
    asked.once('response', (answer) => {
      answer.destroy();
      reject(new RefusedByProxy(answer.statusCode ?? 0));
    });
    asked.on('error', reject);
    asked.once('close', () => reject(new Error('The connection was closed before an answer.')));
    asked.end();
  });
}

function throughTunnel({ url, method, headers, certificates, signal }: Sent, socket: Socket): ClientRequest {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const names = { host, ...(isIP(host) === 0 && { servername: host }) };
  return overHttp({
    ...{ method, path: `${url.pathname}${url.search}`, headers: { ...headers, host: url.host }, signal },
    createConnection: () => startTls({ socket, ...names, ...authorities(certificates) }),
  });
}

function toProxy({ certificates }: Sent, { url }: ProxyServer, options: RequestOptions): ClientRequest {
  const to = { ...options, agent: false, host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port || undefined };
  return url.protocol === 'https:' ? overHttps({ ...to, ...authorities(certificates) }) : overHttp(to);
}

function credentials({ authorization }: ProxyServer): Record<string, string> {
  return authorization === undefined ? {} : { 'proxy-authorization': authorization };
}

function authorities(certificates: readonly string[] | undefined): { ca?: string[] } {
  return certificates ? { ca: [...certificates] } : {};
}

function answerTo(request: ClientRequest, body: Uint8Array | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // It stays: what goes wrong later is told by the answer, and an error that nobody hears would end the process.
    request.on('error', reject);
    // A server that changes the protocol ends it without either.
    request.once('close', () => reject(new Error('The connection was closed before an answer.')));
    request.end(body);
  });
}
