import { expect, test } from 'vitest';
import { readScript } from '../../../shell-language/read-script.js';
import type { Script } from '../../../shell-language/syntax-tree.js';
import { shared, sharedBy } from './shared-input.js';

const text = Buffer.from('ls');

function scriptOf(line: string): Script {
  const read = readScript(line);
  if (!read.ok) throw new Error(`${line} cannot be read`);
  return read.script;
}

test.each(['bash', 'bash | cat', '{ bash; }', ''])('%j has all of it for itself', (line) => {
  expect(sharedBy(scriptOf(line), text)).toBe(text);
});

test.each(['cat; bash', 'cat && bash', 'false || bash', 'cat\nbash', 'cat & bash'])(
  'of %j, nobody knows who gets what',
  (line) => {
    expect(sharedBy(scriptOf(line), text)).toBe('open');
    expect(sharedBy(scriptOf(line), undefined)).toBe(undefined);
  },
);

test('nothing stays nothing', () => {
  expect([shared(undefined), shared('open'), shared(text)]).toEqual([undefined, 'open', 'open']);
});
