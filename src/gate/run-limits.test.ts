import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { command } from '../../test/fixtures/commands/build.js';
import { planOf } from '../../test/fixtures/programs/run-program.js';
import type { FunctionCommand } from '../vocabulary/command.js';
import { createGate } from './gate.js';
import type { GateOptions } from './gate-options.js';
import { localCaller, openSession } from './session.js';

const workspace = realpathSync(tmpdir());

/** How long a program may take that says this about itself. */
async function timeoutOf(own: number | undefined, limits: GateOptions['limits'], sessionMs?: number) {
  const { run: _, dryRun: __, ...facts } = command('it') as FunctionCommand;
  const program = {
    ...facts,
    plan: () => ({ plan: planOf('/bin/true', [], { timeoutMs: own, directory: workspace }) }),
  };
  const gate = createGate({ workspace, commands: { commands: [program], groups: [] }, ...(limits && { limits }) });
  onTestFinished(() => gate.close());
  const session = { ...openSession(workspace), limits: { timeoutMs: sessionMs } };
  const { run } = await gate.run({ line: 'it', door: 'library', caller: localCaller, session });
  return run.timeoutMs;
}

test.each([
  ['what it says itself, where the owner said nothing', 300_000, undefined, undefined, 300_000],
  ['the usual time, where nobody said anything', undefined, undefined, undefined, 30_000],
  ['no longer than the owner allows', 300_000, { timeoutMs: 40_000 }, undefined, 40_000],
  ['less, where it says so', 5_000, { timeoutMs: 40_000 }, undefined, 5_000],
  ['no longer than its session allows', 300_000, undefined, 7_000, 7_000],
])('a program may take %s', async (_, own, limits, sessionMs, expected) => {
  expect(await timeoutOf(own, limits, sessionMs)).toBe(expected);
});
