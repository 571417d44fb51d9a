// What the owner wrote into the configuration as it is: a program may print it, and nothing else tells it.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ownDirectory } from '../../src/ledger/own-directory.js';
import { createGate } from '../../src/surfaces/library/create-gate.js';
import type { Approval } from '../../src/vocabulary/approval.js';
import { ledgerEntries } from '../fixtures/ledger-entries.js';
import { newWorkspace } from './workspace.js';

const plain = 'plain-canary';
const tool = (name: string, command: string) => ({
  name,
  description: name,
  tool_call_template: { call_template_type: 'cli', command, args: ['team ${TEAM}'] },
});

test('it is in what a program prints, and in no dry run, error, approval or record', async () => {
  const asked: Approval[] = [];
  const directory = newWorkspace({
    'team.json': { tools: [tool('say', 'echo'), tool('ask', 'printf'), tool('gone', 'no-such-program')] },
    'cmdgate.config.json': {
      utcp: [{ file: 'team.json', variables: { TEAM: plain } }],
      policy: {
        default: 'ask',
        rules: [{ id: 'mine', decision: 'ask', reason: 'Because.', program: 'printf', match: ['printf x'] }],
      },
    },
  });
  const gate = await createGate({
    config: join(directory, 'cmdgate.config.json'),
    directory,
    approve: async (approval) => {
      asked.push(approval);
      return { answer: 'approve', by: 'library' };
    },
  });
  onTestFinished(async () => {
    await gate.close();
    rmSync(ownDirectory(directory), { recursive: true, force: true });
  });

  expect(await gate.run('team say')).toMatchObject({ data: { stdout: `team ${plain}\n` } });
  expect(await gate.run('team ask')).toMatchObject({ data: { stdout: `team ${plain}` } });
  const dry = await gate.run('team say --dry-run');
  expect(dry).toMatchObject({ data: { would_run: { args: ['team [REDACTED]'] } } });
  const failed = await gate.run('team gone');
  expect(failed).toMatchObject({ error: { code: 'PROGRAM_NOT_FOUND' } });
  expect(asked).toHaveLength(1);
  const told = [
    dry,
    failed.status === 'failed' && failed.error.details,
    asked,
    gate.warnings,
    ledgerEntries(directory),
  ];
  expect(JSON.stringify(told)).not.toContain(plain);
});
