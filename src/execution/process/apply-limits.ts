// Limits of one program, set by prlimit in the process that then becomes the program. They hold for each process of
// the run by itself, not for all of them together.

import { statOf } from '../../machine/files/stat-of.js';
import type { Problem } from '../../vocabulary/gate-error.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import { nameByLink } from './name-by-link.js';
import { ownLimit } from './own-limits.js';

/** Whole numbers above 0. What is left out stays as it is for the gate. */
export interface ProgramLimits {
  /** SIGXCPU after it, SIGKILL a second later. */
  readonly cpuSeconds?: number;
  /** Address space, not what is used of it: programs such as Node and Java reserve many times what they need. */
  readonly memoryBytes?: number;
  /** All processes of the user count, not only those of the run. It does not hold for root. */
  readonly processes?: number;
  readonly fileBytes?: number;
  readonly openFiles?: number;
}

export type LimitedPlan =
  | { readonly ok: true; readonly plan: ProgramPlan }
  | { readonly ok: false; readonly problem: Problem };

/** Not looked up along the search path: it sees every argument, and it decides whether the limits hold. */
export const prlimitPlaces = ['/usr/bin/prlimit', '/bin/prlimit'];

/**
 * The plan that runs under limits, or the plan itself where none are asked for. `links` is a directory that only the
 * gate can write to; names of multi-call programs are kept there.
 */
export function applyLimits(
  plan: ProgramPlan,
  limits: ProgramLimits,
  links: string,
  places: readonly string[] = prlimitPlaces,
): LimitedPlan {
  const asked = Object.entries(limits).filter(([, value]) => value !== undefined);
  if (asked.length === 0) return { ok: true, plan };
  // prlimit would take -1 for no limit at all.
  const wrong = asked.find(([, value]) => !Number.isSafeInteger(value) || value < 1);
  if (wrong) return refuse(`${wrong[0]} is not a whole number above 0.`, 'Fix the limits in the configuration');
  const prlimit = places.find((path) => statOf(path)?.isFile());
  if (prlimit === undefined) {
    return refuse(
      'prlimit is not installed.',
      'Install it (package util-linux, on Alpine util-linux-misc), or remove the limits from the configuration',
    );
  }
  let program: string;
  try {
    program = nameByLink(plan.program, plan.name, links);
  } catch {
    return refuse('no link for its name can be created.', 'Check that the directory for temporary files is writable');
  }
  const args = [...toOptions(limits), '--core=0', '--', program, ...plan.args];
  return { ok: true, plan: { ...plan, program: prlimit, name: 'prlimit', args } };
}

function toOptions({ cpuSeconds, memoryBytes, processes, fileBytes, openFiles }: ProgramLimits): string[] {
  const options: string[] = [];
  if (cpuSeconds !== undefined) {
    const most = ownLimit('cpu time');
    options.push(`--cpu=${Math.min(cpuSeconds, most)}:${Math.min(cpuSeconds + 1, most)}`);
  }
  if (memoryBytes !== undefined) options.push(`--as=${Math.min(memoryBytes, ownLimit('address space'))}`);
  if (processes !== undefined) options.push(`--nproc=${Math.min(processes, ownLimit('processes'))}`);
  if (fileBytes !== undefined) options.push(`--fsize=${Math.min(fileBytes, ownLimit('file size'))}`);
  if (openFiles !== undefined) options.push(`--nofile=${Math.min(openFiles, ownLimit('open files'))}`);
  return options;
}

function refuse(reason: string, hint: string): LimitedPlan {
  const message = `The program's limits cannot be set: ${reason}`;
  return { ok: false, problem: { code: 'UNAVAILABLE', message, hint } };
}
