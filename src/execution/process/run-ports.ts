// On which ports the programs of a run listen.

import { readdirSync, readFileSync } from 'node:fs';
import { listeningPorts } from '../../machine/processes/listening-ports.js';
import { readStat } from '../../machine/processes/process-stat.js';
import { processesInside } from '../sandbox/limits/measure-run.js';
import { isRelay } from '../sandbox/network/relay/start-by-relay.js';
import { childOf } from './wrapped-program.js';

/** `pid` is what was started; `isInside`: it makes a sandbox, and the programs are in it. */
export function portsOfRun(pid: number, isInside: boolean): readonly number[] {
  const first = isInside ? childOf(pid) : undefined;
  if (isInside) return first === undefined ? [] : listeningPorts(processesInside(first).filter(isProgram));
  return listeningPorts(groupOf(pid));
}

/** What the gate put beside the program is no part of it. */
function isProgram(process: string): boolean {
  try {
    return !isRelay(readFileSync(`${process}/cmdline`, 'latin1').split('\0'));
  } catch {
    return false;
  }
}

/** Where no sandbox holds a run, those who left its group are not known to be its own. */
function groupOf(pid: number): readonly string[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const stat = readStat(Number(name));
    return typeof stat === 'object' && stat.group === pid ? [`/proc/${name}`] : [];
  });
}
