// What the programs of one gate share that have credentials: placeholders, so that what one of them writes down is good
// for the next, and the authority that they trust.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GateError } from '../../../vocabulary/gate-error.js';
import type { MaskedCredential } from '../../../vocabulary/sandbox.js';
import { trustedCertificates } from '../../handler/network/trusted-certificates.js';
import type { Mount } from '../mounts.js';
import { Authority } from './certificates/authority.js';
import { CredentialMasks, type NamedMask } from './credentials/credential-masks.js';
import { makePlaceholder } from './credentials/placeholder.js';
import { readHostEntry } from './host-list.js';
import { makeBundle, trustMounts, trustVariables } from './trust-bundle.js';

type Credentials = Readonly<Record<string, MaskedCredential>>;
type Variables = Readonly<Record<string, string>>;

/** Of one program: which requests are read, and how its trust in that is made. */
export interface Interception {
  readonly masks: CredentialMasks;
  readonly authority: Authority;
  /** Whom the gate trusts; undefined is whom Node trusts. */
  readonly certificates: readonly string[] | undefined;
  readonly mounts: readonly Mount[];
  variables(variables: Variables): Variables;
}

export class Interceptions {
  readonly #environment: Readonly<Record<string, string | undefined>>;
  readonly #placeholders = new WeakMap<MaskedCredential, string>();
  /** By the hosts that each is for, with the file that programs read it from. */
  readonly #authorities = new Map<string, { readonly authority: Authority; readonly bundle: string }>();

  /** `environment` is the gate's own. */
  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.#environment = environment;
  }

  /** Undefined where there is nothing to hide. Throws when the gate cannot write its files. */
  open(credentials: Credentials, directory: string): Interception | GateError | undefined {
    const named = Object.entries(credentials);
    if (named.length === 0) return undefined;
    const masks = new CredentialMasks(named.map((one) => this.#mask(...one)));
    const certificates = this.#trusted();
    if (certificates instanceof GateError) return certificates;
    const { authority, bundle } = this.#authorityFor(masks.hosts, certificates, directory);
    return {
      ...{ masks, authority, certificates },
      mounts: trustMounts(bundle),
      variables: (variables) => ({ ...masks.variables(variables), ...trustVariables }),
    };
  }

  #trusted(): readonly string[] | GateError | undefined {
    try {
      return trustedCertificates(this.#environment);
    } catch (error) {
      return error as GateError;
    }
  }

  #mask(name: string, credential: MaskedCredential): NamedMask {
    const { value, headers } = credential;
    const secret = value.reveal();
    const placeholder = this.#placeholders.get(credential) ?? makePlaceholder(secret);
    this.#placeholders.set(credential, placeholder);
    const hosts = credential.hosts.map(readHostEntry).flatMap((read) => (read.ok ? [read.entry] : []));
    return { name, secret, placeholder, headers, hosts };
  }

  #authorityFor(hosts: readonly string[], certificates: readonly string[] | undefined, directory: string) {
    const key = [directory, ...hosts].join(' ');
    const known = this.#authorities.get(key);
    if (known) return known;
    const authority = new Authority(hosts);
    const bundle = join(directory, `certificates-${this.#authorities.size}.pem`);
    writeFileSync(bundle, makeBundle(certificates, authority.certificate), { mode: 0o644 });
    const made = { authority, bundle };
    this.#authorities.set(key, made);
    return made;
  }
}
