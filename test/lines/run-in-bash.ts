// Runs a line where it comes from: in bash itself.

import { spawn } from 'node:child_process';
import type { Stage } from './stage.js';

/** What a line answered. */
export interface LineResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const longest = 20_000;

/** In the workspace as it is: reset it before. */
export function runInBash(line: string, stage: Pick<Stage, 'workspace' | 'environment'>): Promise<LineResult> {
  return new Promise((settle, fail) => {
    const child = spawn('/bin/bash', ['-c', line], {
      cwd: stage.workspace,
      env: stage.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    const end = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // Nobody is left in its group.
      }
    };
    const timer = setTimeout(end, longest);
    child.once('error', fail);
    child.once('close', (exitCode) => {
      clearTimeout(timer);
      end();
      settle({ exitCode, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() });
    });
  });
}
