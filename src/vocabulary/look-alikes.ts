// What looks like a secret, by its name or by its shape. What is known to be one is a matter of `Secrets`.

export const redacted = '[REDACTED]';

// No pattern may look far back or try a long stretch again from each of its places: agents choose the text.
const shapes = [
  /\b(?:sk|pk|rk)[-_](?=[A-Za-z_-]{0,60}\d)[A-Za-z0-9_-]{16,}/,
  /\bgh[pousr]_[A-Za-z0-9]{16,}/,
  /\bgithub_pat_[A-Za-z0-9_]{16,}/,
  /\bglpat-[\w-]{16,}/,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  /\bAIza[\w-]{30,}/,
  /\bya29\.[\w-]{16,}/,
  /\b(?:npm|pypi|shpat|shpss|dop_v1)[-_](?=[A-Za-z_-]{0,60}\d)[A-Za-z0-9_-]{20,}/,
  /\bxapp-[A-Za-z0-9-]{10,}/,
  /\bhv[sb]\.[\w-]{16,}/,
  /\bhf_[A-Za-z0-9]{20,}/,
  /(?<![\w-])SG\.[\w-]{16,}\.[\w-]{16,}/,
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/,
  /\b(?<bearer>(?:Bearer|Basic)\s{1,20})(?=[^\s]{0,80}[A-Z0-9])[\w.~+/-]{12,}=*/,
  /(?<scheme>:\/\/[^\s/:@]{0,200}:)[^\s/@]{1,500}(?=@)/,
];
const tokenShaped = new RegExp(shapes.map(({ source }) => source).join('|'), 'g');

const secretWord =
  '(?:password|passwd|passphrase|secret|api[-_]?key|access[-_]?key|private[-_]?key|credentials?|token)';
const secretName = String.raw`--(?!(?:page|next|continuation|max|min)[-_])(?:[a-z0-9]+[-_])*${secretWord}`;
/** A word as a shell reads it: parts in quotes and escapes belong to it. */
const shellWord = String.raw`(?:'[^']*'?|"(?:[^"\\]|\\.)*"?|\\.|[^\s'"\\])+`;
/** As our own messages go on after the name of an option; nobody's secret does. */
const ownWords = '(?:argument|option) (?:is|needs|has|must|goes|cannot|was|does|names|takes|may)\\b';
/** `--db-password x`, `--token=x`, `'--token=two words'`; page and continuation tokens are no secrets. */
const namedLikeSecret = new RegExp(
  String.raw`('${secretName}=)[^']*'(?:${shellWord})?|(${secretName}(?:=|\s+(?!-|${ownWords})))${shellWord}`,
  'gi',
);

const secretOption = new RegExp(
  String.raw`^--(?!(?:page|next|continuation|max|min)[-_])(?:.*[-_])?${secretWord}$`,
  'i',
);

/** Whether an option is named like a secret, declared as one or not. */
export function isNamedLikeSecret(label: string): boolean {
  return secretOption.test(label);
}

/** Text without token-shaped values and without the values of options that are named like secrets. */
export function redactText(text: string): string {
  return text
    .replace(tokenShaped, (_, bearer, scheme) => (bearer ?? scheme ?? '') + redacted)
    .replace(namedLikeSecret, (_, quoted, plain) => (quoted ?? plain) + redacted);
}

/** A JSON value with every text in it redacted. */
export function redactDeep(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(redactDeep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactDeep(item)]));
}
