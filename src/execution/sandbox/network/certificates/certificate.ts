// Makes certificates: Node can read them, and cannot write them.

import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { bits, integer, octets, oid, sequence, set, tagged, taggedText, time, utf8, yes } from './der.js';

export interface CertificateRequest {
  /** Shown to people, and no name of a host. */
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly issuer: { readonly name: string; readonly privateKey: KeyObject; readonly publicKey: KeyObject };
  /** An authority for these hosts and no others, or the certificate of one host. */
  readonly for: { readonly authorityOver: readonly string[] } | { readonly host: string };
}

const dayMs = 86_400_000;
const lifeMs = 397 * dayMs;

const ids = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  commonName: '2.5.4.3',
  subjectKey: '2.5.29.14',
  keyUsage: '2.5.29.15',
  alternativeName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  authorityKey: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuthentication: '1.3.6.1.5.5.7.3.1',
} as const;

/** As PEM. */
export function makeCertificate(request: CertificateRequest, now: number = Date.now()): string {
  const { subject, publicKey, issuer } = request;
  const algorithm = sequence(oid(ids.ecdsaWithSha256));
  const content = sequence(
    tagged(0, integer(Buffer.from([2]))),
    integer(randomBytes(16)),
    algorithm,
    nameOf(issuer.name),
    // Clocks differ.
    sequence(time(new Date(now - dayMs)), time(new Date(now + lifeMs))),
    nameOf(subject),
    spki(publicKey),
    tagged(3, sequence(...extensionsOf(request))),
  );
  const signature = sign('sha256', content, issuer.privateKey);
  return toPem(sequence(content, algorithm, bits(signature)));
}

function extensionsOf({ publicKey, issuer, for: meant }: CertificateRequest): Buffer[] {
  const keys = [
    extension(ids.subjectKey, octets(keyId(publicKey))),
    extension(ids.authorityKey, sequence(taggedText(0, keyId(issuer.publicKey)))),
  ];
  if ('host' in meant) {
    return [
      ...keys,
      critical(ids.keyUsage, bits(Buffer.from([0x80]), 7)),
      extension(ids.extendedKeyUsage, sequence(oid(ids.serverAuthentication))),
      extension(ids.alternativeName, sequence(generalName(meant.host))),
    ];
  }
  return [
    ...keys,
    critical(ids.basicConstraints, sequence(yes, integer(Buffer.alloc(1)))),
    critical(ids.keyUsage, bits(Buffer.from([0x04]), 2)),
    critical(ids.nameConstraints, sequence(tagged(0, ...permitted(meant.authorityOver)))),
  ];
}

/** A kind of name of which none is permitted would be permitted as a whole: one of each that nobody has. */
function permitted(hosts: readonly string[]): Buffer[] {
  return [...hosts, 'invalid', '0.0.0.0', '::'].map((host) => {
    const address = bytesOf(host);
    if (!address) return sequence(generalName(host));
    return sequence(taggedText(7, Buffer.concat([address, Buffer.alloc(address.length, 0xff)])));
  });
}

function generalName(host: string): Buffer {
  const address = bytesOf(host);
  return address ? taggedText(7, address) : taggedText(2, host);
}

/** Of an address in its canonical form. */
function bytesOf(host: string): Buffer | undefined {
  if (isIPv4(host)) return Buffer.from(host.split('.').map(Number));
  if (!isIPv6(host)) return undefined;
  const [before = [], after] = host.split('::').map((half) => half.split(':').filter(Boolean));
  const missing = Array<string>(8 - before.length - (after?.length ?? 0)).fill('0');
  const groups = [...before, ...missing, ...(after ?? [])];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(oid(id), octets(value));
}

/** Whoever does not understand it must not trust the certificate. */
function critical(id: string, value: Buffer): Buffer {
  return sequence(oid(id), yes, octets(value));
}

function nameOf(text: string): Buffer {
  return sequence(set(sequence(oid(ids.commonName), utf8(text))));
}

function spki(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}

function keyId(key: KeyObject): Buffer {
  return createHash('sha256').update(spki(key)).digest().subarray(0, 20);
}

function toPem(content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
