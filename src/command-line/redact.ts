// What must not be remembered or shown: secrets, by what was declared, by name and by shape.

export const redacted = '[REDACTED]';

const shapes = [
  /\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}/,
  /\bgh[pousr]_[A-Za-z0-9]{16,}/,
  /\bgithub_pat_[A-Za-z0-9_]{16,}/,
  /\bglpat-[\w-]{16,}/,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  /\bAIza[\w-]{30,}/,
  /\bya29\.[\w-]{16,}/,
  /\bnpm_[A-Za-z0-9]{24,}/,
  /\bhf_[A-Za-z0-9]{20,}/,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/,
  /(?<=\bBearer\s+)[\w.~+/-]{12,}=*/,
  /(?<=:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/,
];
const tokenShaped = new RegExp(shapes.map(({ source }) => source).join('|'), 'g');

const secretWord =
  '(?:password|passwd|passphrase|secret|api[-_]?key|access[-_]?key|private[-_]?key|credentials?|token)';
/** `--db-password x`, `--token=x`; page and continuation tokens are no secrets. */
const namedLikeSecret = new RegExp(
  String.raw`(--(?!(?:page|next|continuation)[-_])(?:[a-z0-9]+[-_])*${secretWord}(?:=|\s+))('[^']*'|"[^"]*"|[^\s'"-][^\s'"]*)`,
  'gi',
);

const secretOption = new RegExp(String.raw`^--(?!(?:page|next|continuation)[-_])(?:.*[-_])?${secretWord}$`, 'i');

/** Whether an option is named like a secret, declared as one or not. */
export function isNamedLikeSecret(label: string): boolean {
  return secretOption.test(label);
}

/** Text without token-shaped values and without the values of options that are named like secrets. */
export function redactText(text: string): string {
  return text.replace(tokenShaped, redacted).replace(namedLikeSecret, `$1${redacted}`);
}

/** Text without these values. */
export function redactValues(text: string, values: readonly string[]): string {
  let clean = text;
  for (const value of values) if (value !== '') clean = clean.replaceAll(value, redacted);
  return clean;
}

/** A JSON value with every text in it redacted. */
export function redactDeep(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(redactDeep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactDeep(item)]));
}
