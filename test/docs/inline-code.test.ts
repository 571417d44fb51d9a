// What happens with code in arguments is said in one sentence, the same everywhere, and it is true.

import { expect, test } from 'vitest';
import { standardPolicy } from '../../src/policy/rules/standard-policy.js';
import { programSubject } from '../../src/policy/rules/test-helpers.js';
import { shellCmdTool } from '../../src/renderings/tools/shell-cmd-tool.js';
import { readDocument } from './support/documents.js';

const truth =
  'Code in arguments (`sh -c`, `node -e`) runs in a sandbox, asks where its network is open, and is denied without a sandbox.';

const documents = ['README.md', 'docs/shell.md', 'docs/safety.md', 'docs/policy.md'];

test.each(documents)('%s says it, and nothing else about it', (document) => {
  const text = readDocument(document);
  expect(text).toContain(truth);
  expect(text).not.toMatch(/inline code is (?:denied|refused)/i);
});

test.each(['sh -c id', 'node -e 1', 'find . -exec id ;'])('it is so: %s', (line) => {
  const decide = (facts: Parameters<typeof programSubject>[1]) =>
    standardPolicy().judge(programSubject(line, facts)).decision;
  expect(decide({ sandboxed: true, network: 'off' })).toBe('allow');
  expect(decide({ sandboxed: true, network: 'listed' })).toBe('allow');
  expect(decide({ sandboxed: true, network: 'open' })).toBe('ask');
  expect(decide({ sandboxed: false })).toBe('deny');
});

test.each([...documents, 'the tool'])('%s names both modes', (document) => {
  const text = document === 'the tool' ? shellCmdTool.description : readDocument(document);
  expect(text).toMatch(/wall/);
  expect(text).toMatch(/guard rail with questions/);
});
