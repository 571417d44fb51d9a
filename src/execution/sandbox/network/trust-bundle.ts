// The authorities that programs trust who send their requests through a proxy that reads them: those that they would
// trust anyway, and that of the proxy.

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import type { Mount } from '../mounts.js';

/** Where systems keep them in one file. */
const files = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/cert.pem',
  '/etc/ssl/ca-bundle.pem',
];

/** Directories of which the sandbox has copies. */
const copied = /^\/etc\/(?:ssl\/certs|pki\/tls\/certs|pki\/ca-trust)\//;

const inside = '/run/cmdgate/certificates.pem';

/** Each names a file in which the reader looks for authorities, instead of its own or beside them. */
const names = `SSL_CERT_FILE CURL_CA_BUNDLE REQUESTS_CA_BUNDLE GIT_SSL_CAINFO NODE_EXTRA_CA_CERTS PIP_CERT
  CARGO_HTTP_CAINFO AWS_CA_BUNDLE DENO_CERT`;

/** `own` is read instead of what the system has. */
export function makeBundle(own: readonly string[] | undefined, authority: string): string {
  const system = files.find((file) => existsSync(file));
  const usual = own ?? (system === undefined ? rootCertificates : [readFileSync(system, 'utf8')]);
  return [...usual, authority]
    .map((text) => text.trim())
    .join('\n')
    .concat('\n');
}

export const trustVariables: Readonly<Record<string, string>> = Object.fromEntries(
  names.split(/\s+/).map((name) => [name, inside]),
);

/** Some programs only look where the system keeps them. */
export function trustMounts(bundle: string): readonly Mount[] {
  const real = files.filter((file) => existsSync(file)).map((file) => realpathSync.native(file));
  const places = [inside, ...new Set(real.filter((file) => copied.test(file)))];
  return places.map((path) => ({ kind: 'readable', path, source: bundle }));
}
