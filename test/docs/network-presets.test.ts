// The table of presets in the documents is the data.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { networkPresets } from '../../src/vocabulary/network-presets.js';
import { root } from './support/documents.js';

test('docs/sandbox-network.md lists every preset with its hosts and examples', () => {
  const code = (texts: readonly string[]) => texts.map((text) => `\`${text}\``).join(', ');
  const rows = networkPresets.map(
    ({ name, meaning, hosts, examples }) => `| \`${name}\` | ${meaning} | ${code(hosts)} | ${code(examples)} |`,
  );
  const table = ['| Preset | What it is | Hosts | For example |', '|---|---|---|---|', ...rows].join('\n');
  expect(readFileSync(`${root}docs/sandbox-network.md`, 'utf8')).toContain(`\n\n${table}\n\n`);
});
