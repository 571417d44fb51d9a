// What a program finds in the place of a secret: of the same form, so that whoever checks the form is content.

import { randomInt } from 'node:crypto';

/** Beginnings that say what kind of token it is, which is no secret. */
const kinds = /^(?:gh[opsur]_|github_pat_|glpat-|sk-(?:ant-|proj-)?|xox[abprs]-|npm_|pypi-|hf_|AKIA)/;

const alphabets = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'] as const;

/** Enough that nobody meets it by chance. */
const fewestRandom = 20;

export function makePlaceholder(secret: string): string {
  const kind = kinds.exec(secret)?.[0] ?? '';
  const rest = [...secret.slice(kind.length)].map(like);
  const random = rest.filter((character) => /[a-z0-9]/i.test(character)).length;
  const more = Array.from({ length: Math.max(0, fewestRandom - random) }, () => like('a'));
  return kind + [...rest, ...more].join('');
}

function like(character: string): string {
  if (/[._-]/.test(character)) return character;
  const alphabet = alphabets.find((one) => one.includes(character)) ?? alphabets[0];
  return alphabet[randomInt(alphabet.length)] ?? '';
}
