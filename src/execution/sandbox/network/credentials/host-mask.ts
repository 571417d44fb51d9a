// Puts secrets into the requests to a host that may have them, and takes them out of its answers.

import { Transform } from 'node:stream';
import { StreamRedactor } from '../../../process/output/redact-stream.js';
import { pairsOf, type RawHeaders } from '../pass-on-headers.js';

export interface Mask {
  readonly secret: string;
  readonly placeholder: string;
  /** Header fields, in lower case. */
  readonly headers: readonly string[];
}

/** For one request: what was put into it is known when its answer comes. */
export class HostMask {
  readonly #masks: readonly Mask[];
  /** What is replaced in the answer, and by what. */
  readonly #back = new Map<string, string>();

  constructor(masks: readonly Mask[]) {
    this.#masks = masks;
    for (const { secret, placeholder } of masks) {
      for (const form of forms) this.#back.set(form(secret), form(placeholder));
    }
  }

  put(headers: RawHeaders): string[] {
    return pairsOf(headers).flatMap(([name, value]) => [name, this.#putInto(name.toLowerCase(), value)]);
  }

  take(headers: RawHeaders): string[] {
    const clean = (text: string) => {
      const redactor = this.#redactor();
      return Buffer.concat([redactor.push(Buffer.from(text, 'latin1')), redactor.end()]).toString('latin1');
    };
    return headers.map(clean);
  }

  /** For the body of the answer. */
  stream(): Transform {
    const redactor = this.#redactor();
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => done(null, redactor.push(chunk)),
      flush: (done) => done(null, redactor.end()),
    });
  }

  #putInto(name: string, value: string): string {
    const masks = this.#masks.filter(({ headers }) => headers.includes(name));
    const put = (text: string) =>
      masks.reduce((filled, { secret, placeholder }) => filled.replaceAll(placeholder, () => secret), text);
    const [, scheme, written] = /^(Basic +)([A-Za-z0-9+/_=-]+) *$/i.exec(value) ?? [];
    if (scheme === undefined || written === undefined) return put(value);
    const pair = Buffer.from(written, 'base64').toString('latin1');
    if (put(pair) === pair) return value;
    const filled = Buffer.from(put(pair), 'latin1').toString('base64');
    // It is as good as the secret.
    this.#back.set(filled, written);
    return scheme + filled;
  }

  #redactor(): StreamRedactor {
    const pairs = [...this.#back].sort(([one], [other]) => other.length - one.length);
    const bytes = (side: 0 | 1) => pairs.map((pair) => Buffer.from(pair[side], 'latin1'));
    return new StreamRedactor(bytes(0), 'latin1', bytes(1));
  }
}

/** As it is, and as it stands in a URL and in JSON. */
const forms: readonly ((text: string) => string)[] = [
  (text) => text,
  encodeURIComponent,
  (text) => JSON.stringify(text).slice(1, -1),
];
