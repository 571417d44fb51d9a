// The hosts that programs may reach, as the owner writes them: "api.example.org:443", "*.example.org:443".

import { canonicalHost, isAddress, showHost } from './canonical-host.js';
import { isLoopback, isPublic } from './public-address.js';

export interface HostEntry {
  readonly host: string;
  readonly port: number;
  /** It stands for every host below this name, and not for the name itself. */
  readonly isAbove: boolean;
}

export type ReadEntry =
  | { readonly ok: true; readonly entry: HostEntry }
  | { readonly ok: false; readonly message: string; readonly fix: string };

const example = 'For example: "api.example.org:443".';

export function readHostEntry(text: string): ReadEntry {
  if (text.includes('://')) return refuse('Must be a host and a port, without the other parts of a URL.', text);
  const [, star, written = '', digits] = /^(\*\.)?(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = canonicalHost(written);
  if (host === undefined) {
    const message = written.includes('*')
      ? 'A * can only stand for the names before a host.'
      : 'Must be a host and a port.';
    return { ok: false, message, fix: 'For example: "*.example.org:443" or "[::1]:8080".' };
  }
  if (star !== undefined && (isAddress(host) || !host.includes('.'))) {
    return { ok: false, message: 'A * here matches too much.', fix: 'For example: "*.example.org:443".' };
  }
  if (digits === undefined) return refuse('Has no port.', `//${text}`);
  const port = Number(digits);
  if (port < 1 || port > 65_535) return { ok: false, message: `There is no port ${digits}.`, fix: example };
  return { ok: true, entry: { host, port, isAbove: star !== undefined } };
}

/** Says what was probably meant. */
function refuse(message: string, text: string): ReadEntry {
  const url = text.replace(/^(?:https?:)?\/\//i, 'http://');
  const meant = URL.canParse(url) ? new URL(url) : undefined;
  const port = meant?.port || (/^http:/i.test(text) ? '80' : '443');
  const fix = meant?.hostname ? `Write ${JSON.stringify(`${meant.hostname}:${port}`)}.` : example;
  return { ok: false, message, fix };
}

export function showEntry({ host, port, isAbove }: HostEntry): string {
  return `${isAbove ? '*.' : ''}${showHost(host, port)}`;
}

/** All hosts and addresses that it is asked about are canonical. */
export class HostList {
  readonly #entries: readonly HostEntry[];

  constructor(entries: readonly HostEntry[]) {
    this.#entries = entries;
  }

  has(host: string, port: number): boolean {
    return this.#entries.some(
      (entry) =>
        entry.port === port &&
        (entry.isAbove ? !isAddress(host) && host.endsWith(`.${entry.host}`) : host === entry.host),
    );
  }

  /** Whoever owns a name decides where it leads: to what is not public only where the owner named the address, too. */
  mayLeadTo(host: string, address: string, port: number): boolean {
    return isPublic(address) || this.has(address, port) || (host === 'localhost' && isLoopback(address));
  }

  /** Whether any port of it is in the list. */
  names(host: string): boolean {
    return this.#entries.some((entry) => !entry.isAbove && entry.host === host);
  }
}
