// What looks like a credential is not shown where nobody asked to see it: an answer ends up in logs and conversations.

import { type Outcome, type RunFacts, snapshot } from '../vocabulary/outcome.js';

/** Most answers hold nothing like it, and are not taken apart. Only a text begins with a quote: the rest is passed by. */
const mayHoldOne = (json: string): boolean => json.includes('"eyJ') || (json.length > 256 && longWord.test(json));
const longWord = /"[A-Za-z0-9+/]{256}/;

const likeJwt = /^(eyJ[\w-]{8,})\.[\w-]{8,}\.[\w-]*$/;
const likeBase64 = /^[A-Za-z0-9+/]{256,}={0,2}$/;

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
  const header = likeJwt.exec(text)?.[1];
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
