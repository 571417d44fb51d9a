import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NamedChanges } from './named-changes.js';

let workspace: string;

beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-traps-')));
});

afterEach(() => rmSync(workspace, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(workspace, file)), { recursive: true });
  writeFileSync(join(workspace, file), text);
}

const plain = '[core]\n\trepositoryformatversion = 0\n[remote "origin"]\n\turl = https://example.org/x.git\n';

test('a repository below is named when it appears, with what git would run there', () => {
  const changes = new NamedChanges(workspace);
  changes.begin(undefined, true);
  write('clone/.git/config', plain);
  write('trap/.git/config', `${plain}[core]\n\tfsmonitor = ./x\n\thooksPath = hooks\n`);
  write('bare/HEAD', 'ref: refs/heads/main\n');
  write('bare/objects/x', '');
  write('bare/config', '[core]\n\tsshCommand = ./x\n');
  write('bare/hooks/update', '');
  write('bare/hooks/update.sample', '');
  expect([...changes.end(undefined)].sort()).toEqual([
    'bare (a git repository)',
    'bare (git runs core.sshcommand, hooks/update there)',
    'clone (a git repository)',
    'trap (a git repository)',
    'trap (git runs core.fsmonitor, core.hookspath there)',
  ]);
});

test('one that was there is named when git would run something new there, and once', () => {
  write('nested/.git/config', `${plain}[alias]\n\told = !id\n`);
  write('nested/.git/hooks/pre-commit.sample', '');
  const changes = new NamedChanges(workspace);
  changes.begin(undefined, true);
  expect(changes.end(undefined)).toEqual([]);
  write('nested/.git/config', `${plain}[alias]\n\told = !id\n[filter "x"]\n\tclean = ./x\n`);
  write('nested/.git/hooks/pre-commit', '');
  expect(changes.end(undefined)).toEqual(['nested (git runs filter.x.clean, hooks/pre-commit there)']);
  expect(changes.end(undefined)).toEqual([]);
});
