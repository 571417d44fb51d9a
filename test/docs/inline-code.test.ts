// What happens with code in arguments is said in one sentence, the same everywhere, and it is true.

import { expect, test } from 'vitest';
import { standardPolicy } from '../../src/policy/rules/standard-policy.js';
import { programSubject } from '../../src/policy/rules/test-helpers.js';
import { shellCmdTool } from '../../src/renderings/tools/shell-cmd-tool.js';
import { readDocument } from './support/documents.js';

const truth =
  'Shell code (`bash -c`) is parsed, and each program in it is judged as if it had been sent separately. Code that the gate cannot read (a script, `node -e`) runs in a sandbox, but asks if its network is open; without a sandbox, a script asks, and code in arguments is denied.';

const documents = ['docs/shell.md', 'docs/safety.md', 'docs/policy.md'];

test.each(documents)('%s says it, and nothing else about it', (document) => {
  const text = readDocument(document);
  expect(text).toContain(truth);
  expect(text).not.toMatch(/inline code is (?:denied|refused)/i);
});

test.each(["sh -c 'eval id'", 'node -e 1', 'find . -exec npm test ;'])('it is so: %s', (line) => {
  const decide = (facts: Parameters<typeof programSubject>[1]) =>
    standardPolicy().judge(programSubject(line, facts)).decision;
  expect(decide({ sandboxed: true, network: 'off' })).toBe('allow');
  expect(decide({ sandboxed: true, network: 'listed' })).toBe('allow');
  expect(decide({ sandboxed: true, network: 'open' })).toBe('ask');
  expect(decide({ sandboxed: false })).toBe('deny');
});

test('code for a shell is judged by what is in it', () => {
  const decide = (line: string, sandboxed: boolean) =>
    standardPolicy().judge(programSubject(line, { sandboxed, ...(sandboxed && { network: 'off' as const }) })).decision;
  expect(
    ['ls src', 'rm -rf build', 'cat /etc/passwd', 'npm test'].map((code) => decide(`bash -c '${code}'`, true)),
  ).toEqual(['ls src', 'rm -rf build', 'cat /etc/passwd', 'npm test'].map((code) => decide(code, true)));
  expect(decide("bash -c 'ls src'", false)).toBe('allow');
  expect(decide("bash -c 'rm -rf build'", false)).toBe('ask');
  expect(decide('bash run.sh', false)).toBe('ask');
});

test.each([...documents, 'the tool'])('%s names both modes', (document) => {
  const text = document === 'the tool' ? shellCmdTool.description : readDocument(document);
  expect(text).toMatch(/wall/);
  expect(text).toMatch(/guard rail with questions/);
});
