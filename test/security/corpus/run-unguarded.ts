// Runs a request as a tool without any guard would. It shows that the attacks of the corpus can succeed.

import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { StagedRequest } from './run-corpus.js';
import type { RunResult } from './stage/canaries.js';

const longest = 5_000;

export function runUnguarded(request: StagedRequest): Promise<RunResult> {
  const directory = resolve(request.workspace, request.directory ?? '.');
  const [file, args] = request.shell
    ? ['bash', ['-c', [request.command, ...request.parameters].join(' ')]]
    : [request.command, request.parameters];
  return new Promise((settle) => {
    const child = spawn(file, [...args], {
      cwd: directory,
      env: request.environment,
      stdio: [request.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
    // A program may end before it has read everything.
    child.stdin?.on('error', () => {});
    child.stdin?.end(request.stdin);
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
    const timer = setTimeout(() => endGroup(child.pid), longest);
    const finish = (exitCode: number | null, problem = '') => {
      clearTimeout(timer);
      endGroup(child.pid);
      settle({
        stdout: Buffer.concat(stdout).toString(),
        stderr: `${Buffer.concat(stderr).toString()}${problem}`,
        exitCode,
      });
    };
    child.once('error', (error) => finish(null, error.message));
    child.once('close', (exitCode) => finish(exitCode));
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody is left in it.
  }
}
