import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { planOf, spool } from '../../../test/fixtures/programs/run-program.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import { runProcess } from '../process/run-process.js';
import { Sandbox } from './sandbox.js';

const keeper = { runStarts: () => undefined, runStarted: () => undefined, runEnded: () => undefined };

function temporary(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-mounts-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

test('a program is not started where a link was put in the place of what was to be mounted', async () => {
  const [workspace, own] = [temporary(), temporary()];
  for (const name of ['a', 'b']) {
    mkdirSync(join(workspace, name));
    writeFileSync(join(workspace, name, '.npmrc'), 'kept');
  }
  const plan = planOf('/bin/sh', ['-c', 'rm a; mkdir a; echo evil > a/.npmrc'], { directory: workspace });
  const place = { workspace, temporary: own, names: join(own, 'names'), ofRun: undefined };
  const sandbox = new Sandbox({}, { readOnly: [], hidden: [], quarantine: join(own, 'state', 'quarantine') });
  const enclosed = sandbox.enclose(plan, plan, place) as { plan: ProgramPlan; release(): void };
  renameSync(join(workspace, 'a'), join(own, 'away'));
  symlinkSync('b', join(workspace, 'a'));
  const host = {
    ...{ runId: 'run_1', signal: undefined, timeoutMs: 60_000, onState: () => undefined },
    ...{ onCapture: undefined, onOutput: undefined },
  };
  const end = await runProcess(enclosed.plan, host, { outputBytes: 1_000, graceMs: 1_000, spool, keeper });
  enclosed.release();
  expect(end).toMatchObject({ status: 'not-started', error: { code: 'UNAVAILABLE' }, again: true });
});
