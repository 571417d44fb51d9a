// Starts the process of a plan.

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { ProgramPlan } from '../../vocabulary/program.js';
import { furtherStreams } from './wrapped-program.js';

/** `control` is what a starter inside the sandbox reads. */
export function spawnProgram(
  {
    program,
    name,
    args,
    directory,
    environment,
    traceId,
    stdin,
    stdout,
    stderr,
    wrapper,
    callFilter,
    start,
    line,
  }: ProgramPlan,
  control: number | undefined,
): ChildProcess {
  // Opened for each: whoever reads from it moves on, and the next one would find its end.
  const opened: number[] = [];
  const open = (file: string | undefined) => {
    if (file === undefined) return undefined;
    const descriptor = openSync(file, 'r');
    opened.push(descriptor);
    return descriptor;
  };
  try {
    const given = { 4: open(callFilter), 5: control, 6: open(start?.starter), 7: line && ('pipe' as const) };
    const further = wrapper
      ? furtherStreams(given)
      : line
        ? (['ignore', 'ignore', 'ignore', 'ignore', 'pipe'] as const)
        : [];
    return spawn(program, args, {
      argv0: name,
      cwd: directory,
      // Node hands its own NODE_V8_COVERAGE on to whoever does not have one.
      env: Object.assign(
        Object.create(null),
        { NODE_V8_COVERAGE: undefined },
        environment,
        traceId !== undefined && { TOOL_TRACE_ID: traceId },
      ),
      // A process group of its own, so that stopping it also stops what it started.
      detached: true,
      stdio: [stdin ? 'pipe' : 'ignore', stdout, stderr, ...further],
      windowsHide: true,
    });
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}
