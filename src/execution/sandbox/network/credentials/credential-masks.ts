// The secrets of one program, and what it has in their place.

import { isAddress } from '../canonical-host.js';
import { type HostEntry, HostList } from '../host-list.js';
import { isLoopback } from '../public-address.js';
import type { Target } from '../read-target.js';
import { HostMask, type Mask } from './host-mask.js';

type Variables = Readonly<Record<string, string>>;

export interface NamedMask extends Mask {
  readonly name: string;
  readonly hosts: readonly HostEntry[];
}

export class CredentialMasks {
  readonly #masks: readonly (NamedMask & { readonly list: HostList })[];

  constructor(masks: readonly NamedMask[]) {
    this.#masks = masks.map((mask) => ({ ...mask, list: new HostList(mask.hosts) }));
  }

  get secrets(): readonly string[] {
    return this.#masks.map(({ secret }) => secret);
  }

  /** Of all of them. */
  get hosts(): readonly string[] {
    return [...new Set(this.#masks.flatMap(({ hosts }) => hosts.map(({ host }) => host)))].sort();
  }

  /** The secrets are in none of them, under whichever name. */
  variables(variables: Variables): Variables {
    const hidden = Object.entries(variables).map(([name, value]) => [name, this.#hide(value)]);
    return Object.fromEntries([...hidden, ...this.#masks.map(({ name, placeholder }) => [name, placeholder])]);
  }

  /** Undefined where a request carries no secret: to other hosts, and never where others could read it on its way. */
  forTarget(target: Pick<Target, 'host' | 'port' | 'isEncrypted'>): HostMask | undefined {
    const { host, port, isEncrypted } = target;
    if (!isEncrypted && !staysHere(host)) return undefined;
    const own = this.#masks.filter(({ list }) => list.has(host, port));
    return own.length > 0 ? new HostMask(own) : undefined;
  }

  #hide(text: string): string {
    return this.#masks.reduce((hidden, { secret, placeholder }) => hidden.replaceAll(secret, placeholder), text);
  }
}

function staysHere(host: string): boolean {
  return host === 'localhost' || (isAddress(host) && isLoopback(host));
}
