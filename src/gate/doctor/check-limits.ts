// How much requests and programs may use, and whether the system holds them to it.

import { existsSync } from 'node:fs';
import { prlimitPlaces } from '../../execution/process/apply-limits.js';
import { checkedLimits } from '../limits.js';
import { type Check, Checks } from './check.js';
import { formatBytes } from './format-bytes.js';
import type { Subject } from './subject.js';

export function checkLimits({ file, configuration }: Subject): readonly Check[] {
  const checks = new Checks('limits');
  if (file !== undefined && !configuration) {
    checks.warn('The limits are unknown without the configuration', 'Fix the configuration first');
    return checks.list;
  }
  const { rate, ...given } = configuration?.limits ?? {};
  const limits = checkedLimits(given as Parameters<typeof checkedLimits>[0]);
  checks.ok(
    `At most ${limits.concurrency} runs and ${limits.processes} programs at once, ${limits.timeoutMs / 1_000} s each unless a command sets its own`,
  );
  checks.ok(`${formatBytes(limits.outputBytes)} of each output stream of a program are kept`);
  if (rate?.perMinute === undefined) checks.ok('Callers are not rate-limited: limits.rate is not set');
  else checks.ok(`Each caller may send ${rate.perMinute} requests per minute`);
  checkPrograms(
    Object.entries(limits.program).filter(([, value]) => value !== undefined),
    checks,
  );
  return checks.list;
}

function checkPrograms(set: readonly (readonly [string, unknown])[], checks: Checks): void {
  const canLimit = prlimitPlaces.some((path) => existsSync(path));
  const names = set.map(([name, value]) => `${name} ${value}`).join(', ');
  if (set.length === 0) {
    const fix = 'Set limits.program: cpuSeconds, memoryBytes, processes, fileBytes, openFiles';
    checks.warn('Outside the sandbox, one program can use all processor time, memory and disk space', fix);
  } else if (canLimit) {
    checks.ok(`Each process of a program is limited in: ${names}`);
  } else {
    const fix = 'Install prlimit (package util-linux, on Alpine util-linux-misc), or remove limits.program';
    checks.fail(`Programs cannot start: limits.program is set (${names}), but prlimit is missing`, fix);
  }
  if (set.some(([name]) => name === 'processes') && process.getuid?.() === 0) {
    checks.warn('limits.program.processes has no effect: the system does not apply it to root', 'Run as another user');
  }
}
