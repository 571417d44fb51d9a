import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfiguration } from '../../src/configuration/load-configuration.js';
import { findBlock } from './support/documents.js';

test('the configuration of programs loads as it is printed, and grants what it says to these files alone', async () => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-docs-')));
  try {
    const name = 'programs.config.yaml';
    const files = ['handles/git/log.json', 'handles/builds/make.json', 'handles/deploy.json', 'workspace/.keep'];
    for (const file of files) {
      mkdirSync(dirname(join(directory, file)), { recursive: true });
      writeFileSync(join(directory, file), '');
    }
    writeFileSync(join(directory, name), findBlock('docs/configuration.md', `file: ${name}`).text);
    const configuration = await loadConfiguration({ file: name, directory, environment: { DEPLOY_KEY: 'made-up' } });

    expect(
      configuration?.handles.map(({ files, pass, relativePrograms, environment }) => [
        files.map((file) => file.slice(directory.length + 1)),
        ...[pass, relativePrograms, environment],
      ]),
    ).toEqual([
      [['handles/git/log.json'], [], false, []],
      [['handles/builds/make.json'], ['PATH', 'HOME'], false, []],
      [['handles/deploy.json'], [], true, ['GIT_SSH_COMMAND']],
    ]);
    expect(configuration?.limits.program).toEqual({ cpuSeconds: 120, openFiles: 256 });
    expect(configuration?.credential('deploy-key')?.ok).toBe(true);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
