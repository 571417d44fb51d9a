// Runs a program that wants out, as programs of commands are run, and tells what it could do.

import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '../../execution/sandbox/sandbox.js';
import { readDefinitions } from '../../sources/typescript/read-definitions.js';
import type { Context } from '../../vocabulary/context.js';
import { createGate } from '../gate.js';
import { type ProbeReport, type ProbeTask, probeText } from './sandbox-probe.js';

export interface TryPlaces {
  readonly workspace: string;
  /** What nobody may read, beside the secret that is made for this. */
  readonly hidden: readonly string[];
  /** What may not be written in the workspace. */
  readonly guarded: readonly string[];
}

export interface TriedSandbox extends ProbeReport {
  /** Whether the gate says of this very run that the system held it. */
  readonly isEnforced: boolean;
  /** What was there before and after: the probe may lie, the file does not. */
  readonly isCanaryUntouched: boolean;
  readonly isChildAlive: boolean;
}

/** Throws where the probe does not run at all. */
export async function trySandbox(sandbox: Sandbox, places: TryPlaces): Promise<TriedSandbox> {
  const outside = mkdtempSync(join(tmpdir(), 'cmdgate-doctor-'));
  const server = createServer((socket) => socket.on('error', () => undefined).end());
  try {
    const [canary, secret] = [join(outside, 'canary'), join(outside, 'secret')];
    for (const file of [canary, secret]) writeFileSync(file, 'untouched');
    const port = await listen(server);
    const mark = `cmdgate-doctor-${randomUUID()}`;
    const secrets = [secret, ...places.hidden.filter((path) => existsSync(path))];
    const task = { canary, secrets, guarded: places.guarded, port, gate: ownProcess(), mark };
    const { report, isEnforced } = await runProbe(sandbox, places.workspace, task);
    const isCanaryUntouched = readFileSync(canary, 'utf8') === 'untouched';
    return { ...report, isEnforced, isCanaryUntouched, isChildAlive: isRunning(mark) };
  } finally {
    server.close();
    rmSync(outside, { recursive: true, force: true });
  }
}

async function runProbe(sandbox: Sandbox, workspace: string, task: ProbeTask) {
  const spawn = (_: unknown, context: Context) =>
    context.spawn(process.execPath, ['-e', probeText, JSON.stringify(task)]);
  const probe = { description: 'Tries to get out of the sandbox', danger: 'safe', handler: spawn } as const;
  const gate = createGate({ commands: readDefinitions({ probe }), workspace, sandbox, readsSettings: false });
  try {
    const session = { id: 'doctor', workspace, directory: workspace };
    const outcome = await gate.run({
      line: ['probe'],
      session,
      caller: { name: 'local', may: 'everything' },
      door: 'cli',
    });
    if (outcome.status === 'failed') throw outcome.error;
    const { stdout, stderr } = outcome.data as { readonly stdout: string; readonly stderr: string };
    if (stdout === '') throw new Error(`The test program did not run: ${stderr.trim().split('\n').at(-1)}`);
    return { report: JSON.parse(stdout) as ProbeReport, isEnforced: outcome.run.about?.scope === 'enforced' };
  } finally {
    await gate.close();
  }
}

function ownProcess(): ProbeTask['gate'] {
  const file = '/proc/self/cmdline';
  return { pid: process.pid, commandLine: existsSync(file) ? readFileSync(file, 'latin1') : undefined };
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as { readonly port: number }).port;
}

function isRunning(mark: string): boolean {
  if (!existsSync('/proc/self/cmdline')) return false;
  return readdirSync('/proc').some((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(mark);
    } catch {
      return false;
    }
  });
}
