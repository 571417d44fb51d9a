// Whether everything that a program starts can be found again and ended.

import { markProcess } from '../../execution/process/keeper/mark-process.js';
import { readLimits } from '../../machine/processes/process-limits.js';
import { startOf } from '../../machine/processes/process-stat.js';
import { type Check, Checks } from './check.js';

export async function checkKeeper(): Promise<readonly Check[]> {
  const checks = new Checks('keeper');
  if (process.platform !== 'linux' || !canSeeProcesses()) {
    const what = "Only a program's process group is terminated: without /proc, processes that leave it are not found";
    checks.warn(what, 'Run on Linux, with /proc mounted and readable');
    return checks.list;
  }
  if (await markProcess()) checks.ok('Processes that a program starts are found and terminated, wherever they go');
  else {
    const what = 'Processes that a program starts are found only while their parents live: processes cannot be marked';
    checks.warn(what, 'Install prlimit (package util-linux, on Alpine util-linux-misc)');
  }
  return checks.list;
}

function canSeeProcesses(): boolean {
  return startOf(process.pid) !== undefined && readLimits('self') !== '';
}
