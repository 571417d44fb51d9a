// An authority that programs in the sandbox trust, for the hosts that are given credentials and for nothing else. Its
// key is in the memory of the gate alone.

import { generateKeyPairSync } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { makeCertificate } from './certificate.js';

export class Authority {
  /** As PEM. */
  readonly certificate: string;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #ofHosts = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #contexts = new Map<string, SecureContext>();

  constructor(hosts: readonly string[]) {
    this.certificate = makeCertificate({
      subject: name,
      publicKey: this.#keys.publicKey,
      issuer: { name, ...this.#keys },
      for: { authorityOver: hosts },
    });
  }

  /** With which a connection can be answered in the name of the host. */
  contextFor(host: string): SecureContext {
    const known = this.#contexts.get(host) ?? this.#makeContext(host);
    this.#contexts.set(host, known);
    return known;
  }

  #makeContext(host: string): SecureContext {
    const cert = makeCertificate({
      subject: 'a host behind the proxy of cmdgate',
      publicKey: this.#ofHosts.publicKey,
      issuer: { name, ...this.#keys },
      for: { host },
    });
    return createSecureContext({ cert, key: this.#ofHosts.privateKey.export({ type: 'pkcs8', format: 'pem' }) });
  }
}

const name = 'the sandbox of cmdgate';
