// The tables of docs/shell.md are those of the source.

import { expect, test } from 'vitest';
import { briefPreviewBytes } from '../../src/gate/limits.js';
import { shellCmdTool } from '../../src/renderings/tools/shell-cmd-tool.js';
import { defaultYieldMs, usualShell } from '../../src/sources/shell/shell-host.js';
import { mostArtifacts, shellParameters } from '../../src/sources/shell/shell-parameters.js';
import { constantIn } from './support/constant-in.js';
import { firstColumn, readDocument, tableRows } from './support/documents.js';
import { interfaceKeys } from './support/interface-keys.js';

const document = 'docs/shell.md';
const library = 'src/surfaces/library';

const host = { ...usualShell, searchPath: [], environment: {} };

test('the parameters are those of the tool and of the command, with their defaults', () => {
  const { properties, required } = shellCmdTool.inputSchema;
  const rows = tableRows(document, 'Parameter').map((row) => row.map((cell) => cell.replaceAll('`', '')));

  expect(rows.map(([name]) => name)).toEqual(Object.keys(properties));
  // Of every other command, these two are the gate's business.
  expect(rows.map(([name]) => name)).toEqual([
    ...shellParameters(host).map(({ key }) => key),
    'background',
    'description',
  ]);
  expect(rows.filter(([, , usual]) => usual === 'required').map(([name]) => name)).toEqual(required);
  for (const [name = '', , usual] of rows) {
    const { default: declared } = properties[name] ?? {};
    if (declared !== undefined) expect(usual, name).toBe(declared.toLocaleString('en'));
  }
});

test.each([
  ['timeout', `1 to ${usualShell.maxTimeoutMs.toLocaleString('en')}`],
  ['artifact_paths', `list of text, at most ${mostArtifacts}`],
])('the parameter %s takes what the table says', (name, value) => {
  const row = tableRows(document, 'Parameter').find(([cell]) => cell === `\`${name}\``);

  expect(row?.[1]).toBe(value);
});

test.each([
  ['Option of createShell', () => [...interfaceKeys(`${library}/create-shell.ts`, 'ShellOptions'), ...ownDefaults]],
  ['Member of the shell', () => interfaceKeys(`${library}/create-shell.ts`, 'Shell')],
  ['Option of run', () => interfaceKeys(`${library}/create-shell.ts`, 'ShellRunOptions')],
  ['Option of openSession', () => interfaceKeys(`${library}/shell-session.ts`, 'ShellSessionOptions')],
  ['Field of a result', () => interfaceKeys(`${library}/shell-result.ts`, 'ShellResult')],
])('the table "%s" has exactly what the source has', (heading, inSource) => {
  expect(firstColumn(document, heading).sort()).toEqual(inSource().sort());
});

/** Those that createShell has from the command itself. */
const ownDefaults = ['timeoutMs', 'maxTimeoutMs', 'globs', 'aiCommands'];

test('the events are those that a listener can hear', () => {
  const text = readDocument(`${library}/shell-events.ts`);
  const types = [...text.matchAll(/readonly type: '([a-z-]+)'/g)].map(([, type]) => type);

  expect(firstColumn(document, 'Event').sort()).toEqual(types.sort());
});

test('the assistants are those that are known without being told', () => {
  const named = Object.keys(usualShell.aiCommands).map((name) => `\`${name}\``);

  expect(readDocument(document)).toContain(`${named.slice(0, -1).join(', ')} and ${named.at(-1)} are assistants`);
});

test.each([
  ['at most 8 KiB of each stream', briefPreviewBytes, 8 * 1024],
  ['30 seconds by default', defaultYieldMs, 30_000],
  ['More than 10,000 matches', constantIn('src/sources/shell/expand-globs.ts', 'mostMatches'), 10_000],
  ['at most four times a second', constantIn('src/surfaces/mcp/progress.ts', 'outputEveryMs'), 250],
])('"%s" is so', (words, inSource, value) => {
  expect(readDocument(document)).toContain(words);
  expect(inSource).toBe(value);
});
