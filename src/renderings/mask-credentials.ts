// What looks like a credential is not shown where nobody asked to see it: an answer ends up in logs and conversations.

import { type Outcome, snapshot } from '../vocabulary/outcome.js';

/** Most answers hold nothing like it, and are not taken apart. */
const mayHoldOne = /"eyJ[\w-]{8,}\.[\w-]{8,}\.|[A-Za-z0-9+/]{256}/;

const likeJwt = /^(eyJ[\w-]{8,})\.[\w-]{8,}\.[\w-]*$/;
const likeBase64 = /^[A-Za-z0-9+/]{256,}={0,2}$/;

/** The outcome with credentials in its data replaced by what they are. */
export function maskCredentials(outcome: Outcome): Outcome {
  if (outcome.status === 'failed' || !mayHoldOne.test(outcome.json)) return outcome;
  let count = 0;
  const data: unknown = JSON.parse(outcome.json, function (this: unknown, _key, value: unknown) {
    const kind = typeof value === 'string' && !isOfBytes(this) ? kindOf(value) : undefined;
    if (kind === undefined) return value;
    count++;
    return `[MASKED: ${kind}, ${(value as string).length} characters]`;
  });
  if (count === 0) return outcome;
  const run = snapshot(outcome.run);
  const warning = { code: 'MASKED', message: `Values that look like credentials: ${count}. --unmask shows them.` };
  return { ...outcome, data, json: JSON.stringify(data), run: { ...run, warnings: [...run.warnings, warning] } };
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
