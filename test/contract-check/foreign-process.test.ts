// The owner's file says which process a command has started, and an executable writes its number. Either may be wrong.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkContract } from '../../packages/checks/src/contract/check-contract.js';
import { makeDirectory } from '../cli/process.js';
import { isAlive } from '../fixtures/is-alive.js';

test('a process that was there before is left alone, whatever number stands in the file', async () => {
  const stranger = spawn('sleep', ['600']);
  onTestFinished(() => void stranger.kill('SIGKILL'));
  await once(stranger, 'spawn');
  const directory = makeDirectory();
  const tool = join(directory, 'tool.mjs');
  writeFileSync(
    tool,
    `import { writeFileSync } from 'node:fs';
     writeFileSync('pid', '${stranger.pid}');
     console.log(JSON.stringify({ ok: true, data: {}, error: null, warnings: [], meta: { duration_ms: 1 } }));`,
  );
  const card = await checkContract({
    ...{ executable: [process.execPath, tool], directory, timeLimitMs: 10_000 },
    ...{ only: ['REQ-F-030'], cases: { 'child-left': { call: ['start'], pid: 'pid' } } },
  });
  expect(card.checks.map(({ id, status }) => [id, status])).toEqual([['REQ-F-030', 'failed']]);
  expect(isAlive(stranger.pid as number)).toBe(true);
}, 120_000);
