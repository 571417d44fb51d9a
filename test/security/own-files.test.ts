// What the gate keeps in a workspace, and what tells it what to do, is not changed by calls that nobody is asked about.

import { expect, test } from 'vitest';
import { openShell } from '../shell/workspace.js';

test.each([
  ['git', 'add', '-f', '.'],
  ['git', 'add', '--force', '--all'],
  ['git', 'stash', '-a'],
  ['git', 'stash', 'push', '--all'],
  ['git', 'clean', '-fdx'],
  ['git', 'cherry-pick', '-X', 'subtree=.cmdgate', 'HEAD'],
  ['git', 'apply', 'own.patch'],
  ['patch', '-p1', '-i', 'own.patch'],
  ['chmod', '-R', '777', '.'],
  ['cp', '-rn', 'evil/.', '.'],
  ['cp', '-r', 'evil', 'copy'],
  ['mv', 'evil/.cmdgate', '.'],
  ['tee', '.cmdgate/audit.jsonl'],
  ['cat', '.cmdgate/audit.jsonl'],
  ['tee', 'cmdgate.config.json'],
  ['ln', '-s', '.cmdgate', 'link'],
])('%s %s %s %s %s', async (command, ...parameters) => {
  const shell = openShell(
    {},
    {
      'cmdgate.config.json': '{}',
      '.cmdgate/audit.jsonl': '{}\n',
      'evil/.cmdgate/audit.jsonl': '',
      'own.patch': '--- /dev/null\n+++ b/.cmdgate/x\n@@ -0,0 +1 @@\n+x\n',
    },
  );

  const { error } = await shell.run({ command, parameters });

  expect(['APPROVAL_REQUIRED', 'PERMISSION_DENIED']).toContain(error?.code);
});
