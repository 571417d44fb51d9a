import { readFileSync, writeFileSync } from 'node:fs';

const start = '<!-- bench:start -->';
const end = '<!-- bench:end -->';

export function asBlock(markdown) {
  return `${start}\n${markdown}\n${end}`;
}

/** Replaces the block in a file; says whether there was one. */
export function replaceBlock(file, markdown) {
  const text = readFileSync(file, 'utf8');
  const from = text.indexOf(start);
  const to = text.indexOf(end, from);
  if (from === -1 || to === -1) return false;
  writeFileSync(file, text.slice(0, from) + asBlock(markdown) + text.slice(to + end.length));
  return true;
}
