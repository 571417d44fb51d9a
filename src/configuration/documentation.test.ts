import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runInNode } from '../../test/fixtures/configuration/run-in-node.js';
import { writeFiles } from '../../test/fixtures/configuration/write-files.js';
import { toKeyTable } from '../shape/to-key-table.js';
import { configurationShape } from './configuration-shape.js';
import { loadConfiguration } from './load-configuration.js';

const document = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');

/** The code block behind a comment such as `<!-- file: cmdgate.config.json -->`. */
function block(label: string): string {
  const text = document.split(`<!-- ${label} -->\n`)[1]?.split('```')[1];
  if (text === undefined) throw new Error(`docs/configuration.md has no block "${label}".`);
  return text.slice(text.indexOf('\n') + 1);
}

test('the documentation lists every key as it is checked', () => {
  expect(document).toContain(`\n\n${toKeyTable(configurationShape)}\n\n`);
});

test.each(['cmdgate.config.json', 'cmdgate.config.yaml', 'cmdgate.config.ts'])(
  'the %s of the documentation loads as it is printed',
  async (name) => {
    const directory = writeFiles({
      'workspace/.keep': '',
      'commands/mail.ts': '',
      'secrets/owner-token': 'token-of-owner\n',
      [name]: block(`file: ${name}`),
    });

    const loaded = await runInNode({
      module: 'src/configuration/load-configuration.ts',
      dependencies: 'installed',
      environment: { ASSISTANT_TOKEN: 'token-of-assistant' },
      script: `
        const { name, callers } = await subject.loadConfiguration({ directory: ${JSON.stringify(directory)} });
        return { name, tokens: callers.map(({ token }) => token.reveal()) };`,
    });

    const tokens = name.endsWith('.ts') ? [] : ['token-of-assistant', 'token-of-owner'];
    expect(loaded).toEqual({ name: 'office', tokens });
  },
);

test('the report in the documentation is the one that is printed', async () => {
  const directory = writeFiles({ 'cmdgate.config.json': block('broken: cmdgate.config.json') });
  const error: unknown = await loadConfiguration({ directory }).catch((reason: unknown) => reason);

  expect(error).toBeInstanceOf(Error);
  expect(`${String((error as Error).message).replaceAll(directory, '/srv/office')}\n`).toBe(block('report'));
});
