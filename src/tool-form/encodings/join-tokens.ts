import type { Token } from './arg-token.js';

/** `--name=` and its values as one token. Escapes are added to values that were looked at before. */
export function joinTokens(flag: string, tokens: readonly Token[], at: string): Token {
  const value =
    flag + tokens.map(({ value: text }) => (/[\\,]/.test(text) ? text.replace(/[\\,]/g, '\\$&') : text)).join(',');
  return { kind: 'text', value, lead: flag.length, checked: true, at };
}
