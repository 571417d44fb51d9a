import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfiguration } from '../../src/configuration/load-configuration.js';
import { loadConfiguredPolicy } from '../../src/gate/opening/load-configured-policy.js';
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

test('the configuration of any program loads with the policy beside it, outside the workspace', async () => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-docs-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  mkdirSync(join(directory, 'workspace'));
  for (const name of ['shell.config.yaml', 'policy.yaml']) {
    writeFileSync(join(directory, name), findBlock('docs/configuration.md', `file: ${name}`).text);
  }
  const configuration = await loadConfiguration({ file: 'shell.config.yaml', directory });
  const policy = configuration && (await loadConfiguredPolicy(configuration));

  expect(configuration?.shell).toMatchObject({ enabled: true, maxTimeoutMs: 900_000 });
  expect(configuration?.approvals).toEqual({ expiresMs: 300_000 });
  expect(policy?.rules.map(({ id }) => id)).toContain('npm-test');
});

test('the variables of docs/shell.md load, and the one that is a reference is secret', async () => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-docs-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const name = 'environment.config.json';
  writeFileSync(join(directory, name), findBlock('docs/shell.md', `file: ${name}`).text);
  const environment = { AGENT_NPM_TOKEN: 'made-up' };
  const configuration = await loadConfiguration({ file: name, directory, environment });

  expect(configuration?.programPass).toEqual(['HTTPS_PROXY']);
  expect(configuration?.programEnvironment).toMatchObject({ NODE_ENV: 'test', NPM_TOKEN: expect.any(Object) });
});
