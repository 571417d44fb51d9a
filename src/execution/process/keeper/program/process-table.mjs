// @ts-check
// The processes of this machine, as the system shows them at one moment.

import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';

/**
 * @typedef {object} Process
 * @property {number} pid
 * @property {number} parent
 * @property {number} session The process group, where the system does not show sessions.
 * @property {boolean} isEnded It is still listed because nobody has asked for its exit code.
 * @property {number} start When it started, in units of the system's own: with the pid, it names one process for good.
 */

/**
 * @typedef {object} Snapshot
 * @property {Process[]} processes
 * @property {boolean} isComplete False when one was gone before its turn came.
 */

/**
 * @typedef {object} ProcessTable
 * @property {(except?: Map<number, unknown>) => Snapshot} readAll
 * @property {(pid: number) => Process | undefined} readOne
 * @property {(pid: number) => string} readCommand
 */

const page = Buffer.allocUnsafe(4096);

/**
 * A file of /proc, which is made while it is read. Empty when the process is gone.
 * @param {string} path
 */
export function readProcFile(path) {
  try {
    const descriptor = openSync(path, 'r');
    try {
      return page.toString('latin1', 0, readSync(descriptor, page, 0, page.length, null));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}

/** @type {ProcessTable} */
export const procTable = {
  readAll(except) {
    const processes = [];
    let isComplete = true;
    for (const name of readdirSync('/proc')) {
      const pid = Number(name);
      if (!(pid > 0) || except?.has(pid)) continue;
      const stat = readProcFile(`/proc/${name}/stat`);
      if (stat === '') isComplete = false;
      const process = parseStat(pid, stat);
      if (process) processes.push(process);
    }
    return { processes, isComplete };
  },
  readOne: (pid) => parseStat(pid, readProcFile(`/proc/${pid}/stat`)),
  readCommand: (pid) => readProcFile(`/proc/${pid}/cmdline`).replaceAll('\0', ' '),
};

/**
 * @param {number} pid
 * @param {string} stat
 * @returns {Process | undefined}
 */
function parseStat(pid, stat) {
  // The name in the brackets is the program's own choice and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 20);
  if (fields.length < 20) return undefined;
  const [state, threads] = [fields[0], Number(fields[17])];
  // A program can end its first thread and go on in another.
  const isEnded = (state === 'Z' || state === 'X') && threads <= 1;
  return { pid, parent: Number(fields[1]), session: Number(fields[3]), start: Number(fields[19]), isEnded };
}

/**
 * For systems without /proc.
 * @type {ProcessTable}
 */
export const psTable = {
  readAll(except) {
    const processes = parsePs(ps('-axo', psColumns)).filter(({ pid }) => !except?.has(pid));
    return { processes, isComplete: true };
  },
  readOne: (pid) => parsePs(ps('-o', psColumns, '-p', String(pid)))[0],
  readCommand: (pid) => `${ps('-o', 'command=', '-p', String(pid)).trim()} `,
};

const psColumns = 'pid=,ppid=,pgid=,stat=,lstart=';

/** @param {string[]} args */
function ps(...args) {
  const options = { env: { LC_ALL: 'C' }, maxBuffer: 64 * 1024 * 1024, timeout: 5_000 };
  return spawnSync('/bin/ps', args, options).stdout?.toString() ?? '';
}

/** @param {string} text */
function parsePs(text) {
  /** @type {Process[]} */
  const processes = [];
  for (const line of text.split('\n')) {
    const [pid, parent, group, state, ...start] = line.trim().split(/\s+/);
    if (state === undefined) continue;
    processes.push({
      pid: Number(pid),
      parent: Number(parent),
      session: Number(group),
      start: Date.parse(start.join(' ')),
      isEnded: state.startsWith('Z'),
    });
  }
  return processes;
}
