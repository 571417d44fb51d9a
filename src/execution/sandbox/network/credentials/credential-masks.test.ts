import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { type ReadEntry, readHostEntry } from '../host-list.js';
import { CredentialMasks, type NamedMask } from './credential-masks.js';
import { withoutCredentials } from './without-credentials.js';

const secret = 'real/secret+"$&value"';
const placeholder = 'stands-for-it-abcdefgh';
const entry = (written: string) => (readHostEntry(written) as Extract<ReadEntry, { ok: true }>).entry;

function masksFor(...hosts: string[]): CredentialMasks {
  const mask: NamedMask = {
    ...{ name: 'TOKEN', secret, placeholder },
    headers: ['authorization', 'x-api-key'],
    hosts: hosts.map(entry),
  };
  return new CredentialMasks([mask]);
}

const target = (host: string, port: number, isEncrypted = true) => ({ host, port, isEncrypted });

function maskOf() {
  const mask = masksFor('api.example.org:443').forTarget(target('api.example.org', 443));
  if (!mask) throw new Error('There is no mask.');
  return mask;
}

const base64 = (written: string) => Buffer.from(written).toString('base64');

test('variables have the placeholder, under whichever name the secret stood there', () => {
  const given = { TOKEN: secret, URL: `https://x:${secret}@host/`, HOME: '/home' };
  expect(masksFor().variables(given)).toEqual({
    TOKEN: placeholder,
    URL: `https://x:${placeholder}@host/`,
    HOME: '/home',
  });
  expect(masksFor().variables({})).toEqual({ TOKEN: placeholder });
  const credential = { hosts: [], headers: [], value: { reveal: () => secret } };
  expect(withoutCredentials(given, { TOKEN: credential })).toEqual({ HOME: '/home' });
  expect(withoutCredentials(given, {})).toEqual(given);
});

test('only the hosts of a secret get it, with their port, and only where nobody else can read it', () => {
  const masks = masksFor('api.example.org:443', '127.0.0.1:8080');
  const isMasked = (...words: Parameters<typeof target>) => masks.forTarget(target(...words)) !== undefined;
  expect(isMasked('api.example.org', 443)).toBe(true);
  expect(isMasked('api.example.org', 443, false)).toBe(false);
  expect(isMasked('api.example.org', 8443)).toBe(false);
  expect(isMasked('x.api.example.org', 443)).toBe(false);
  expect(isMasked('example.org', 443)).toBe(false);
  expect(isMasked('127.0.0.1', 8080, false)).toBe(true);
});

describe('a request', () => {
  test('carries the secret where a token stands, also behind a user name', () => {
    expect(
      maskOf().put([
        ...['Authorization', `Bearer ${placeholder}`],
        ...['x-API-key', placeholder],
        ...['AUTHORIZATION', `Basic ${base64(`user:${placeholder}`)}`],
      ]),
    ).toEqual([
      ...['Authorization', `Bearer ${secret}`],
      ...['x-API-key', secret],
      ...['AUTHORIZATION', `Basic ${base64(`user:${secret}`)}`],
    ]);
  });

  test('keeps the placeholder everywhere else, and all that is none', () => {
    const headers = [
      ...['User-Agent', placeholder],
      ...['X-Amz-Meta-Note', placeholder],
      ...['Authorization', 'Basic eDp5'],
      ...['Authorization', 'Basic not base64'],
      ...['Authorization', 'Bearer other'],
    ];
    expect(maskOf().put(headers)).toEqual(headers);
  });
});

describe('an answer', () => {
  test('has the placeholder in its fields', () => {
    expect(maskOf().take(['Location', `/?token=${encodeURIComponent(secret)}`, `x-${placeholder}`, secret])).toEqual([
      ...['Location', `/?token=${encodeURIComponent(placeholder)}`],
      ...[`x-${placeholder}`, placeholder],
    ]);
  });

  test('has it in its body, however it was cut, also in what is as good as the secret', async () => {
    const mask = maskOf();
    const [, basic = ''] = mask.put(['Authorization', `Basic ${base64(`user:${placeholder}`)}`]);
    const body = `a ${secret} b ${JSON.stringify({ secret })} c ${encodeURIComponent(secret)} d ${basic} é ${secret.slice(0, 9)}`;
    const shown = `a ${placeholder} b ${JSON.stringify({ secret: placeholder })} c ${placeholder} d Basic ${base64(`user:${placeholder}`)} é ${secret.slice(0, 9)}`;
    for (const size of [1, 3, 7, 1_000]) {
      const bytes = Buffer.from(body);
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, at * size + size),
      );
      expect(await text(Readable.from(chunks).pipe(mask.stream()))).toBe(shown);
    }
  });
});
