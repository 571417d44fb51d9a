import { expect, test } from 'vitest';
import { standardOptions } from '../../src/command-line/standard-options.js';
import { parameterTypes } from '../../src/vocabulary/command.js';
import { firstColumn, readDocument } from './support/documents.js';
import { interfaceKeys } from './support/interface-keys.js';

const document = 'docs/commands.md';
const definition = 'src/sources/typescript/definition.ts';
/** Of the contract, what no author of a command writes. */
const setByGate = ['strict', 'dispatches'];

test.each([
  ['Field', () => interfaceKeys(definition, 'CommandDetails', 'CommandDefinition')],
  [
    'Declaration',
    () => interfaceKeys('src/vocabulary/contract.ts', 'CommandContract').filter((key) => !setByGate.includes(key)),
  ],
  ['Argument field', () => interfaceKeys(definition, 'ArgumentDefinition')],
  ['Type', () => [...parameterTypes]],
  ['Detail of arg()', () => interfaceKeys('src/sources/typescript/arg.ts', 'ArgDetails')],
  ['Context', () => interfaceKeys('src/vocabulary/context.ts', 'Context')],
  ['Option', () => [...standardOptions.keys()].map((name) => `--${name}`)],
])('the table "%s" has exactly what the source has', (heading, inSource) => {
  expect(firstColumn(document, heading).sort()).toEqual(inSource().sort());
});

test('the reserved words that are named are reserved', async () => {
  const { reservedWords } = await import('../../src/vocabulary/names.js');
  const sentence = /uses itself are refused: (.*) and others/.exec(readDocument(document))?.[1] ?? '';
  const named = [...sentence.matchAll(/`([a-z]+)`/g)].map(([, word = '']) => word);

  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((word) => !reservedWords.has(word))).toEqual([]);
});
