// What an ordinary user may not do, tried as one: root is never refused, so the checks run in another process.

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../test/fixtures/bundle.js';

let home: string;

beforeAll(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-user-')));
  chmodSync(home, 0o755);
  for (const module of ['resolve-directory', 'resolve-program']) {
    await bundle(join(import.meta.dirname, `${module}.ts`), join(home, `${module}.mjs`));
  }
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

function asOrdinaryUser(code: string): unknown {
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const options = { cwd: '/', env: {}, encoding: 'utf8', ...user } as const;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', code], options));
}

test('a directory that may not be entered or listed is not found', () => {
  const modes = { closed: 0o000, unlisted: 0o311, unentered: 0o644, open: 0o755 };
  for (const [name, mode] of Object.entries(modes)) {
    mkdirSync(join(home, name, 'below'), { recursive: true });
    // An ordinary user who runs the tests owns them, another one does not: the mode is the same for all.
    chmodSync(join(home, name), name === 'unlisted' ? 0o111 : mode);
  }
  const names = ['closed', 'closed/below', 'unlisted', 'unentered', 'open'];
  const messages = asOrdinaryUser(`
    import { resolveDirectory } from ${JSON.stringify(join(home, 'resolve-directory.mjs'))};
    const scope = { directory: ${JSON.stringify(home)}, workspace: ${JSON.stringify(home)}, paths: 'workspace' };
    const results = ${JSON.stringify(names)}.map((name) => resolveDirectory(name, scope));
    console.log(JSON.stringify(results.map((result) => result.ok ? 'ok' : result.problem.message)));
  `);
  expect(messages).toEqual([
    'The working directory "closed" cannot be entered by this user.',
    'The working directory "closed/below" cannot be entered by this user.',
    'The working directory "unlisted" cannot be entered by this user.',
    'The working directory "unentered" cannot be entered by this user.',
    'ok',
  ]);
});

test('a program that only others may execute is refused, one that may not be read is started', () => {
  const write = (name: string, mode: number) => {
    writeFileSync(join(home, name), '#!/bin/sh\n');
    chmodSync(join(home, name), mode);
  };
  write('owner-only', process.getuid?.() === 0 ? 0o700 : 0o011);
  write('unreadable', 0o111);
  mkdirSync(join(home, 'vault'));
  write('vault/hidden', 0o755);
  chmodSync(join(home, 'vault'), 0o000);
  const names = ['owner-only', 'unreadable', 'vault/hidden'];
  const results = asOrdinaryUser(`
    import { resolveProgram } from ${JSON.stringify(join(home, 'resolve-program.mjs'))};
    const scope = { searchPath: [], trust: 'all', relative: 'refused' };
    const results = ${JSON.stringify(names)}.map((name) => resolveProgram(${JSON.stringify(`${home}/`)} + name, scope));
    console.log(JSON.stringify(results.map((result) => result.ok ? 'ok' : result.problem.message)));
  `);
  chmodSync(join(home, 'vault'), 0o755);
  expect(results).toEqual([
    `The program "${home}/owner-only" is not executable by this user.`,
    'ok',
    `The program "${home}/vault/hidden" does not exist or cannot be reached.`,
  ]);
});
