// What the programs of a run need of the network and the sandbox does not give them, as far as that is known before they
// start; and which of them share a sandbox.

import { basename } from 'node:path';
import { HostList, readHostEntry, showEntry } from '../../execution/sandbox/network/host-list.js';
import type { SandboxSettings } from '../../execution/sandbox/sandbox-settings.js';
import { wrappers } from '../../policy/understanding/network/wrappers.js';
import type { WantedHosts } from '../../vocabulary/approval.js';
import { type ProgramPlan, stepsOf } from '../../vocabulary/program.js';
import type { Judge } from '../judging/judge.js';
import type { ReadyRun } from '../run/run.js';

export interface Wanted extends WantedHosts {
  /** The preset that has them, as far as a program of this kind usually needs them. */
  readonly preset: string | undefined;
}

/** Of each program that is held without the hosts it needs: all of those. */
export function findWanted(run: ReadyRun, judge: Judge): readonly Wanted[] {
  const { plan, planned } = run;
  const settings = planned?.sandbox;
  if (!plan || !settings) return [];
  return stepsOf(plan).flatMap((step, at) => wantedBy(step, settings[at], run, judge));
}

/** The same of one program. */
export function wantedBy(
  step: ProgramPlan,
  settings: SandboxSettings | undefined,
  run: ReadyRun,
  judge: Judge,
): readonly Wanted[] {
  if (!settings || settings.network) return [];
  return (judge.findNeeds?.(run, step) ?? []).flatMap(({ what, program = step.program, hosts, preset }) => {
    const wanted = canonical(hosts);
    return wanted.length === 0 || areListed(wanted, settings) ? [] : [{ what, program, hosts: wanted, preset }];
  });
}

/** Whether all that it is known to do with the network is to get something from hosts that the owner lists. */
export function fetchesFromList(
  step: ProgramPlan,
  settings: SandboxSettings | undefined,
  run: ReadyRun,
  judge: Judge,
): boolean {
  const sources = settings && judge.findSources?.(run, step);
  return sources !== undefined && (sources.length === 0 || areListed(sources, settings as SandboxSettings));
}

/** The programs that have one sandbox: whatever one of them may reach, all of them may. */
export function sharing(plan: ProgramPlan): readonly ProgramPlan[] {
  return plan.line ? plan.line.parts : [plan];
}

/** The one program that a call comes down to: itself, unless it is known to do nothing but start another one. */
export function programOf(run: ReadyRun, plan: ProgramPlan, judge: Judge): string {
  const steps = judge.understand?.(run, plan).steps ?? [];
  const last = steps.at(-1);
  const isPlain = steps.slice(0, -1).every(({ program }) => program !== undefined && wrappers.has(basename(program)));
  return isPlain ? (last?.program ?? plan.program) : plan.program;
}

/** In the one spelling that is compared. What is no host is left out: nobody can be asked about it. */
export function canonical(hosts: readonly string[]): readonly string[] {
  const read = hosts.map(readHostEntry);
  return [...new Set(read.flatMap((one) => (one.ok && !one.entry.isAbove ? showEntry(one.entry) : [])))];
}

function areListed(hosts: readonly string[], { hosts: listed }: SandboxSettings): boolean {
  if (listed.length === 0) return false;
  const list = new HostList(listed.map(readHostEntry).flatMap((read) => (read.ok ? read.entry : [])));
  return hosts.map(readHostEntry).every((read) => read.ok && list.has(read.entry.host, read.entry.port));
}
