import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ProgramPlan } from '../../vocabulary/program.js';
import { ProgramDirectories, programDirectories } from './program-directories.js';

function homeWith(...directories: readonly string[]): string {
  const home = mkdtempSync(join(tmpdir(), 'cmdgate-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  for (const directory of directories) mkdirSync(join(home, directory), { recursive: true });
  return home;
}

test.each([
  ['a Node of nvm', '.nvm/versions/node/v20.1.0/bin', ['.nvm/versions/node/v20.1.0/lib']],
  ['what pip installed for the user', '.local/bin', ['.local/lib']],
  ["the user's own scripts", 'scripts', []],
])('%s can be run with what it needs, and nothing beside it is seen', (_, onPath, more) => {
  const home = homeWith(onPath, ...more, '.ssh', '.local/share/keyrings', '.nvm/alias');
  expect(programDirectories([join(home, onPath)], home)).toEqual([onPath, ...more].map((name) => join(home, name)));
});

test('a manager of versions is seen as a whole, once', () => {
  const home = homeWith('.pyenv/shims', '.pyenv/bin', '.pyenv/versions/3.11/bin');
  const searchPath = ['.pyenv/shims', '.pyenv/bin'].map((name) => join(home, name));
  expect(programDirectories(searchPath, home)).toEqual([join(home, '.pyenv')]);
});

test('the programs of Rust come without the tokens beside them', () => {
  const home = homeWith('.cargo/bin', '.cargo/registry', '.rustup');
  const found = ['.cargo/bin', '.rustup'].map((name) => join(home, name));
  expect(programDirectories([join(home, '.cargo/bin')], home)).toEqual(found);
});

test('neither the home itself nor what it lies in becomes visible, nor what is not there', () => {
  const home = homeWith();
  expect(programDirectories([home, tmpdir(), '/', '/usr/bin', join(home, 'missing/bin')], home)).toEqual([]);
});

test('a program sees only those that it lies in, or that its own search path leads to', () => {
  const home = homeWith('.cargo/bin', '.rustup', 'scripts', 'elsewhere/bin');
  const at = (name: string) => join(home, name);
  const directories = new ProgramDirectories([at('.cargo/bin'), at('scripts')], home);
  const seen = (program: string, PATH?: string) =>
    directories.for({ program, name: program, environment: PATH === undefined ? {} : { PATH } } as ProgramPlan);
  expect(seen('/usr/bin/true')).toEqual([]);
  expect(seen('/usr/bin/make', `/usr/bin:${at('scripts')}:${at('elsewhere/bin')}`)).toEqual([at('scripts')]);
  expect(seen(at('.cargo/bin/cargo'))).toEqual([at('.cargo/bin'), at('.rustup')]);
});
