// What a program was refused, told to whoever can change that: each thing once, and not without end.

import { showHost } from './canonical-host.js';
import type { Destination } from './connect-to.js';

const most = 24;

/** `host` is what would have to be listed, where that alone would help. */
export type OnDenied = (message: string, host?: string) => void;

export class Denials {
  readonly #onDenied: OnDenied;
  readonly #told = new Set<string>();

  constructor(onDenied: OnDenied) {
    this.#onDenied = onDenied;
  }

  /** Gives what the program is told. */
  notListed({ host, port }: Destination): string {
    const written = showHost(host, port);
    return this.#tell(`The network was refused: ${written}.`, written, written);
  }

  leadsAstray({ host, port }: Destination, address: string): string {
    const what = `The network was refused: ${showHost(host, port)} resolves to ${address}, which is not public.`;
    return this.#tell(what, showHost(address, port));
  }

  #tell(what: string, entry: string, host?: string): string {
    const message = `${what} The owner can add ${JSON.stringify(entry)} to "network" of "sandbox"`;
    if (this.#told.has(message) || this.#told.size > most) return message;
    this.#told.add(message);
    if (this.#told.size > most) this.#onDenied('The network was refused more often; the rest is not listed.');
    else this.#onDenied(message, host);
    return message;
  }
}
