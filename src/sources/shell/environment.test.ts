import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guardedEnvironment } from '../../policy/understanding/guarded-environment.js';
import { newWorkspace, runPlan, write } from '../command-handle/test-helpers.js';
import { plainHost, planOf } from './test-helpers.js';

const gate = {
  PATH: '/opt/secret/bin',
  HOME: '/home/ada',
  LANG: 'de_DE.UTF-8',
  OPENAI_API_KEY: 'sk-secret',
  NODE_OPTIONS: '--require /tmp/x.js',
  LD_PRELOAD: '/tmp/x.so',
};

test('the environment is built from nothing', () => {
  const workspace = newWorkspace();
  const host = { searchPath: ['/usr/bin', 'relative', '/bin'], environment: gate };

  const { environment, secrets } = planOf({ command: 'true' }, { workspace, terminal: true }, host);

  expect({ ...environment }).toEqual({
    PATH: '/usr/bin:/bin',
    HOME: '/home/ada',
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    TERM: 'dumb',
    NO_COLOR: '1',
    CLICOLOR: '0',
    PAGER: 'cat',
    MANPAGER: 'cat',
    SYSTEMD_PAGER: 'cat',
    LESS: '-FRX',
    LESSSECURE: '1',
    LESSHISTFILE: '-',
    MORE: '-e',
    EDITOR: 'true',
    VISUAL: 'true',
    SSH_ASKPASS: '/bin/false',
    SSH_ASKPASS_REQUIRE: 'never',
    SUDO_ASKPASS: '/bin/false',
    DEBIAN_FRONTEND: 'noninteractive',
    ...guardedEnvironment(workspace),
  });
  expect(secrets).toEqual([]);
});

test('without a terminal, programs are told that nobody reads of new versions', () => {
  const workspace = newWorkspace();
  const { environment: quiet } = planOf({ command: 'true' }, { workspace });
  const { environment: attended } = planOf({ command: 'true' }, { workspace, terminal: true });
  expect({ ...quiet }).toEqual({
    ...attended,
    ...{ CI: '1', NO_UPDATE_NOTIFIER: '1', NPM_CONFIG_UPDATE_NOTIFIER: 'false', PIP_DISABLE_PIP_VERSION_CHECK: '1' },
    ...{ GH_NO_UPDATE_NOTIFIER: '1', DENO_NO_UPDATE_CHECK: '1', HOMEBREW_NO_AUTO_UPDATE: '1', CHECKPOINT_DISABLE: '1' },
  });
});

test('a program sees exactly that, and nothing of the gate', () => {
  const workspace = newWorkspace();
  const plan = planOf({ command: 'env' }, { workspace }, { environment: gate });
  const { stdout } = runPlan(plan);

  expect(stdout.trimEnd().split('\n').sort()).toEqual(
    Object.entries(plan.environment)
      .map(([name, value]) => `${name}=${value}`)
      .sort(),
  );
  expect(stdout).not.toMatch(/sk-secret|x\.so|x\.js|opt\/secret/);
});

test.each([
  ['the gate alone', {}, { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }],
  ['what the owner passes on', { pass: ['LANG'] }, { LANG: 'de_DE.UTF-8' }],
  ['what the owner sets', { set: { LC_NUMERIC: 'de_DE.UTF-8' } }, { LANG: 'C.UTF-8', LC_NUMERIC: 'de_DE.UTF-8' }],
])('with a German locale in %s, a program has a fitting one', (_, owner, expected) => {
  const { environment } = planOf({ command: 'true' }, { workspace: newWorkspace() }, { environment: gate, ...owner });
  const { LANG, LC_ALL, LC_NUMERIC } = environment;
  expect(JSON.parse(JSON.stringify({ LANG, LC_ALL, LC_NUMERIC }))).toEqual(expected);
});

test.each([[undefined], ['relative']])('with HOME %s in the gate, a program has a home that does not exist', (HOME) => {
  const { environment } = planOf({ command: 'true' }, { workspace: newWorkspace() }, { environment: { HOME } });
  expect(environment.HOME).toBe('/nonexistent');
});

test('what the owner lists and sets is added, and what guards cannot be taken away', () => {
  const host = {
    environment: { ...gate, TZ: 'UTC', AWS_REGION: 'eu', AWS_SECRET_ACCESS_KEY: 'aws-secret' },
    pass: ['TZ', 'AWS_*', 'MISSING'],
    set: { EDITOR: 'ed', PATH: '/evil', GIT_CONFIG_COUNT: '0', DATABASE: { reveal: () => 'postgres://x' } },
  };
  const workspace = newWorkspace();

  const { environment, secrets } = planOf({ command: 'true' }, { workspace, terminal: true }, host);

  expect(environment).toMatchObject({
    TZ: 'UTC',
    AWS_REGION: 'eu',
    AWS_SECRET_ACCESS_KEY: 'aws-secret',
    EDITOR: 'ed',
    DATABASE: 'postgres://x',
    PATH: plainHost.searchPath.join(':'),
    ...guardedEnvironment(workspace),
  });
  expect(secrets).toEqual(['aws-secret', 'postgres://x']);
});

test('git reads no settings from a home that an agent can write to', () => {
  const workspace = newWorkspace();
  const home = newWorkspace();
  const link = join(home, 'link');
  symlinkSync(workspace, link);
  const settingsWith = (environment: Record<string, string>, pass: string[] = []) =>
    planOf({ command: 'true' }, { workspace }, { environment, pass }).environment.GIT_CONFIG_GLOBAL;

  expect(settingsWith({ HOME: home })).toBeUndefined();
  expect(settingsWith({ HOME: workspace })).toBe('/dev/null');
  expect(settingsWith({ HOME: link })).toBe('/dev/null');
  expect(settingsWith({ HOME: home, XDG_CONFIG_HOME: `${workspace}/.config` }, ['XDG_*'])).toBe('/dev/null');
});

test('a repository cannot make git start a pager, an editor or a hook', () => {
  const workspace = newWorkspace();
  const host = { environment: { HOME: newWorkspace() } };
  const git = (...parameters: string[]) => runPlan(planOf({ command: 'git', parameters }, { workspace }, host));
  git('init', '-q');
  write(workspace, '.git/hooks/pre-commit', '#!/bin/sh\ntouch hooked\n', 0o755);
  git('config', 'core.pager', 'touch paged');
  git('config', 'core.editor', 'touch edited');
  git('config', 'user.email', 'a@example.com');
  git('config', 'user.name', 'a');
  write(workspace, 'x', 'x\n');
  git('add', 'x');

  expect(git('commit', '-q', '-m', 'it works: "a" & b').status).toBe(0);
  expect(git('log', '--format=%s').stdout).toBe('it works: "a" & b\n');
  git('commit', '--amend');
  expect(git('status', '--porcelain').stdout).toBe('');
});
