// A workspace in which programs do their worst, and what they must not get at.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import type { ConfiguredGate } from '../../../../src/surfaces/library/create-gate.js';
import type { Outcome } from '../../../../src/vocabulary/outcome.js';
import { handle, openWorkspace } from '../../../programs/workspace.js';

export interface Arena {
  readonly directory: string;
  readonly gate: ConfiguredGate;
  run(program: 'sh' | 'perl', script: string): Promise<Outcome>;
  /** Both streams, however it ended. */
  printed(program: 'sh' | 'perl', script: string): Promise<string>;
}

const parameters = { type: 'object', properties: { script: { type: 'string' } }, required: ['script'] };

export async function openArena(configuration: object = {}): Promise<Arena> {
  const handles = [
    handle('sh', '/bin/sh', ['-c', '{{script}}'], { parameters }),
    handle('perl', '/usr/bin/perl', ['-e', '{{script}}'], { parameters }),
  ];
  const { directory, gate } = await openWorkspace(handles, {
    ...{ handles: [{ files: ['handles.json'], newlines: true }], sandbox: 'required' },
    // Nothing but the system is seen: whoever runs the tests may have toolchains in the home.
    programs: { path: ['/usr/bin', '/bin'] },
    ...{ limits: { timeoutMs: 60_000 } },
    ...configuration,
  });
  const run = async (program: 'sh' | 'perl', script: string) => await gate.run([program, '--script', script]);
  return { directory, gate, run, printed: async (program, script) => printedBy(await run(program, script)) };
}

export function printedBy(outcome: Outcome): string {
  const shown = outcome.status === 'completed' ? outcome.data : outcome.error.result;
  if (!shown) throw new Error(JSON.stringify(outcome.status === 'failed' && outcome.error));
  const { stdout, stderr } = shown as { stdout: string; stderr: string };
  return stdout + stderr;
}

/** A process outside, of the same user, with this in its environment. */
export async function startBystander(secret: string): Promise<{ readonly pid: number; isAlive(): boolean }> {
  const child = spawn('/bin/sh', ['-c', 'echo ready; exec sleep 120'], {
    env: { BYSTANDER: secret },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const pid = child.pid as number;
  return { pid, isAlive: () => existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')) };
}
