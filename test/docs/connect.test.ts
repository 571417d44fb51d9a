// The table of docs/connect.md is that of the source.

import { homedir } from 'node:os';
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { clients } from '../../src/owner/connect/clients.js';
import { ownerCommands } from '../../src/owner/owner-commands.js';
import { readDocument } from './support/documents.js';

const places = { project: '/project', home: homedir(), platform: 'linux', environment: {} };
const yes = (value: unknown) => (value === undefined ? 'no' : 'yes');

function fileOf(client: (typeof clients)[number], scope: 'project' | 'user'): string {
  const file = client.file(scope, places);
  return scope === 'user' ? `\`~/${relative(places.home, file)}\`` : `\`${relative(places.project, file)}\``;
}

test('every client has its row, and its section', () => {
  const text = readDocument('docs/connect.md');
  const rows = clients.map((client) => {
    const files = client.scopes.map((scope) => fileOf(client, scope)).join(', ');
    const can = [client.remote, client.closeShell, client.hook].map(yes).join(' | ');
    return `| ${client.title} | \`${client.name}\` | ${files} | ${client.scopes.join(', ')} | ${can} |`;
  });

  expect(text.split('\n').filter((line) => /^\| [A-Z][\w ]+ \| `[a-z-]+` \|/.test(line))).toEqual(rows);
  expect(clients.filter(({ title }) => !text.includes(`\n## ${title}\n`))).toEqual([]);
});

test('the command offers them in the same order', () => {
  const { arguments: parameters = [] } = ownerCommands.connect ?? {};
  const [first] = parameters as readonly { readonly enum?: readonly string[] }[];

  expect(first?.enum).toEqual([...clients.map(({ name }) => name), 'print']);
});
