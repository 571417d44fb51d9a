// What looks like a credential is not shown where nobody asked to see it: an answer ends up in logs and conversations.

import { type Outcome, type RunFacts, snapshot } from '../vocabulary/outcome.js';

/** Most answers hold nothing like it, and are not taken apart. Only a text begins with a quote: the rest is passed by. */
const mayHoldOne = (json: string): boolean => mayBegin.test(json) || (json.length > 256 && longWord.test(json));
const mayBegin =
  /"(?:Bearer )?(?:eyJ|gh[pousr]_|github_pat_|glpat-|xox|xapp-|sk[-_]|rk_|AKIA|ASIA|AIza|ya29\.|npm_|hf_|hv[sb]\.|SG\.|-----BEGIN)/;
const longWord = /"[A-Za-z0-9+/]{256}/;

const likeJwt = /^(eyJ[\w-]{8,})\.[\w-]{8,}\.[\w-]*$/;
const likeBase64 = /^[A-Za-z0-9+/]{256,}={0,2}$/;

/** Tokens that say by their beginning whose they are. All of the text has to be one. */
const likeToken = [
  /^gh[pousr]_[A-Za-z0-9]{16,}$/,
  /^github_pat_\w{16,}$/,
  /^glpat-[\w-]{16,}$/,
  /^xox[abeoprs]-[A-Za-z0-9-]{10,}$/,
  /^xapp-[A-Za-z0-9-]{10,}$/,
  /^(?:sk|rk)[-_](?=[\w-]{0,200}\d)[\w-]{16,}$/,
  /^(?:AKIA|ASIA)[0-9A-Z]{16}$/,
  /^AIza[\w-]{30,}$/,
  /^ya29\.[\w-]{16,}$/,
  /^(?:npm|hf)_[A-Za-z0-9]{20,}$/,
  /^hv[sb]\.[\w-]{16,}$/,
  /^SG\.[\w-]{16,}\.[\w-]{16,}$/,
];
const likePrivateKey = /^-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/;

interface Masked {
  readonly data: unknown;
  readonly count: number;
}

/** The outcome with credentials in its data, also in that of a failure, replaced by what they are. */
export function maskCredentials(outcome: Outcome): Outcome {
  const isCompleted = outcome.status === 'completed';
  const masked = maskJson(isCompleted ? outcome.json : (JSON.stringify(outcome.error.data) ?? ''));
  if (!masked) return outcome;
  const { data, count } = masked;
  const told = { ...outcome, run: tellMasked(outcome.run, count) };
  if (told.status === 'failed') return { ...told, error: told.error.withData(data as Record<string, unknown>) };
  return { ...told, data, json: JSON.stringify(data) };
}

/** The same for one value of a stream; undefined where it holds none. */
export function maskValue(value: unknown): Masked | undefined {
  return maskJson(JSON.stringify(value) ?? '');
}

/** The facts of an answer of which so many values were not shown. */
export function tellMasked(facts: RunFacts, count: number): RunFacts {
  const run = snapshot(facts);
  const warning = { code: 'MASKED', message: `Values that look like credentials: ${count}. --unmask shows them.` };
  return { ...run, warnings: [...run.warnings, warning] };
}

function maskJson(json: string): Masked | undefined {
  if (!mayHoldOne(json)) return undefined;
  let count = 0;
  const data: unknown = JSON.parse(json, function (this: unknown, _key, value: unknown) {
    const kind = typeof value === 'string' && !isOfBytes(this) ? kindOf(value) : undefined;
    if (kind === undefined) return value;
    count++;
    return `[MASKED: ${kind}, ${(value as string).length} characters]`;
  });
  return count === 0 ? undefined : { data, count };
}

/** Names, versions, hashes and long words are none: it has to be what it looks like. */
function kindOf(text: string): string | undefined {
  const token = text.startsWith('Bearer ') ? text.slice('Bearer '.length) : text;
  if (likeToken.some((shape) => shape.test(token))) return 'token';
  if (likePrivateKey.test(text)) return 'private key';
  const header = likeJwt.exec(token)?.[1];
  if (header !== undefined && isJwtHeader(header)) return 'JWT';
  const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);
  return isMixed && text.length % 4 === 0 && likeBase64.test(text) ? 'base64' : undefined;
}

function isJwtHeader(part: string): boolean {
  try {
    return typeof JSON.parse(Buffer.from(part, 'base64url').toString()).alg === 'string';
  } catch {
    return false;
  }
}

/** The gate's own way to write bytes: whoever asked for a file wants it. */
function isOfBytes(holder: unknown): boolean {
  return (holder as { type?: unknown }).type === 'binary' && (holder as { encoding?: unknown }).encoding === 'base64';
}
