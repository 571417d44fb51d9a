import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFiles } from '../../test/fixtures/configuration/write-files.js';
import { loadConfiguration } from '../configuration/load-configuration.js';
import { ownersFiles } from './opening/open-configured-policy.js';

test('manuals, the programs that print them and the scripts of these are files of the owner', async () => {
  const directory = writeFiles({
    'cmdgate.config.json': JSON.stringify({
      utcp: [
        'manuals/*.json',
        { file: 'office.yaml' },
        { command: ['./tools/print.sh', '--json', 'x'.repeat(9_000)] },
        { command: ['node', 'tools/print.mjs', 'tools', '../elsewhere'] },
        { command: ['print'] },
        { variables: {} },
      ],
      programs: { path: ['/usr/bin', 'bin'] },
    }),
    'manuals/one.json': '',
    'office.yaml': '',
    'tools/print.sh': '',
    'tools/print.mjs': '',
    'tools/other.sh': '',
    'bin/print': '',
  });
  const configuration = await loadConfiguration({ directory });
  const files = configuration && ownersFiles(configuration);
  const expected = [
    'cmdgate.config.json',
    'manuals/one.json',
    'office.yaml',
    'tools/print.sh',
    'tools/print.mjs',
    'bin/print',
    'manuals',
  ];
  expect(files).toEqual(expected.map((name) => join(directory, name)));
});
