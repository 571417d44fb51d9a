// A workspace with everything that the recipes lean on: links, files with two names, a pipe, traps for later.

import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const files: Readonly<Record<string, string>> = {
  'README.md': 'text\n',
  'src/a.ts': 'a\n',
  'src/deep/b.ts': 'b\n',
  'lib/a.ts': 'a\n',
  twin: 'twin\n',
  names: 'README.md\n',
  'data.json': '{}\n',
  'program.jq': '.\n',
  'run.sh': 'id\n',
  'run.js': '1\n',
  'run.awk': '1\n',
  'run.sed': 'p\n',
  '.gitattributes': '* text\n',
  'trap/workflows/ci.yml': 'on: push\n',
  'trap/.envrc': 'id\n',
  '.github/README.md': 'text\n',
  'workflows/ci.yml': 'on: push\n',
  'links.patch': '--- a/README.md\n+++ b/README.md\n@@ -1 +1 @@\n-text\n+x\n',
  'nested/.git/HEAD': 'ref: refs/heads/main\n',
  '../outside/secret': 'secret\n',
};

const links: Readonly<Record<string, string>> = {
  out: '../outside',
  'inner-link': 'README.md',
  'src/link': '../README.md',
  'src-link': 'src',
  'deep-link': 'src/deep',
  dangling: 'nowhere',
  'dangling-out': '../outside/nowhere',
};

export function openStage(): { readonly root: string; readonly workspace: string } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'unheld-')));
  const workspace = join(root, 'workspace');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  linkSync(join(workspace, 'twin'), join(workspace, 'other-twin'));
  for (const [link, target] of Object.entries(links)) symlinkSync(target, join(workspace, link));
  spawnSync('mkfifo', [join(workspace, 'pipe')]);
  const identity = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@b.invalid' };
  const env = {
    ...{ PATH: process.env.PATH, HOME: root, GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b.invalid' },
    ...identity,
  };
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', 'README.md', 'src', 'lib', 'trap', 'workflows', '.github', '.gitattributes'],
    ['commit', '--quiet', '-m', 'First'],
    ['branch', 'other'],
  ])
    spawnSync('git', args, { cwd: workspace, env });
  return { root, workspace };
}
