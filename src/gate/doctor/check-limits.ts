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
    checks.warn('Which limits are set is not known without the configuration', 'Mend the configuration first');
    return checks.list;
  }
  const { rate, ...given } = configuration?.limits ?? {};
  const limits = checkedLimits(given as Parameters<typeof checkedLimits>[0]);
  checks.ok(
    `At most ${limits.concurrency} runs and ${limits.processes} programs at once, ${limits.timeoutMs / 1_000} s each unless a command says otherwise`,
  );
  checks.ok(`Of each stream of a program ${formatBytes(limits.outputBytes)} are kept`);
  if (rate?.perMinute === undefined) checks.ok('Callers may ask as often as they like: limits.rate is not set');
  else checks.ok(`Each caller may ask ${rate.perMinute} times in a minute`);
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
    checks.warn('Outside of the sandbox, one program may use all of the processor, the memory and the disk', fix);
  } else if (canLimit) {
    checks.ok(`Each process of a program is held to: ${names}`);
  } else {
    const fix = 'Install prlimit (package util-linux, on Alpine util-linux-misc), or take out limits.program';
    checks.fail(`Programs do not start: limits.program is set (${names}), and prlimit is not there`, fix);
  }
  if (set.some(([name]) => name === 'processes') && process.getuid?.() === 0) {
    checks.warn('limits.program.processes does not hold: the system does not hold root to it', 'Run as another user');
  }
}
