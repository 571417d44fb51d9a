import { readFileSync } from 'node:fs';
import { root } from './documents.js';

/** A number that is written as a constant and not exported. */
export function constantIn(file: string, name: string): number {
  const text = new RegExp(`const ${name} = ([\\d_ *]+);`).exec(readFileSync(root + file, 'utf8'))?.[1];
  if (text === undefined) throw new Error(`${file} has no constant ${name}.`);
  return text
    .replaceAll('_', '')
    .split('*')
    .reduce((product, factor) => product * Number(factor), 1);
}
