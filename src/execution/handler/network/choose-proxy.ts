// Which proxy an address is reached through, as the variables say that programs share: HTTPS_PROXY, HTTP_PROXY,
// ALL_PROXY and NO_PROXY, in lower case, too.

import { isIP } from 'node:net';
import type { Variables } from './network.js';
import { proxyUnreadable } from './network-error.js';

export interface ProxyServer {
  readonly url: URL;
  /** As it may be shown: without credentials. */
  readonly shown: string;
  /** What it is told about who asks. */
  readonly authorization: string | undefined;
}

/** Undefined where the address is reached without one. Throws where a variable holds something else. */
export function chooseProxy(url: URL, variables: Variables): ProxyServer | undefined {
  if (isExempt(url, read(variables, 'no_proxy')?.text ?? '')) return undefined;
  const own = read(variables, url.protocol === 'https:' ? 'https_proxy' : 'http_proxy');
  const found = own?.text ? own : read(variables, 'all_proxy');
  return found?.text ? readProxy(found.name, found.text) : undefined;
}

interface Found {
  readonly name: string;
  readonly text: string;
}

/** The lower case is the older custom, and wins. */
function read(variables: Variables, name: string): Found | undefined {
  for (const written of [name, name.toUpperCase()]) {
    const text = variables[written];
    if (text !== undefined) return { name: written, text: text.trim() };
  }
  return undefined;
}

function readProxy(name: string, text: string): ProxyServer {
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (!url?.hostname || !['http:', 'https:'].includes(url.protocol)) throw proxyUnreadable(name);
  return { url, shown: `${url.protocol}//${url.host}`, authorization: authorizationOf(url, name) };
}

function authorizationOf({ username, password }: URL, name: string): string | undefined {
  if (username === '' && password === '') return undefined;
  try {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(pair).toString('base64')}`;
  } catch {
    throw proxyUnreadable(name);
  }
}

/** `example.com` and `.example.com` mean its subdomains, too; a port, only that port; `*`, everything. */
function isExempt(url: URL, list: string): boolean {
  const host = plainHost(url.hostname);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true;
    const [name, onlyPort] = splitPort(entry.toLowerCase());
    return name !== '' && (onlyPort === undefined || onlyPort === port) && covers(name, host);
  });
}

function covers(name: string, host: string): boolean {
  return host === name || (isIP(host) === 0 && host.endsWith(`.${name}`));
}

/** The colons of an IPv6 address begin a port only behind its brackets. */
function splitPort(entry: string): readonly [name: string, port: string | undefined] {
  const match = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry);
  return [plainHost((match?.[1] ?? entry).replace(/^\*?\./, '')), match?.[2]];
}

function plainHost(host: string): string {
  return host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}
