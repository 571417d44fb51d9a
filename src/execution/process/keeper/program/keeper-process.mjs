// @ts-check
// The keeper's program. It reads the gate's messages on its standard input, one on each line, sweeps after runs have
// ended, and knows from the end of its input that the gate is gone.

import { existsSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Belongings, quietSweepsNeeded } from './belongings.mjs';
import { procTable, psTable } from './process-table.mjs';
import { RunSlots } from './run-slots.mjs';
import { sweep } from './sweep.mjs';

/** The gate does not tell of each run alone: what happened shortly after the message belongs to it too. */
const firstSweepMs = 250;
const nextSweepMs = 250;
/** How often the trees of living runs are looked at: often where nothing else tells who belongs to whom. */
const lookMs = { marked: 2_000, groups: 500 };
/** A pause after each sweep, as so many times its own length, keeps the load low where there are many processes. */
const pauseFactor = 20;
const longestPauseMs = 400;
/** How long the keeper outlives its gate at most. */
const longestEndMs = 15_000;

const slotsDescriptor = 3;

const [gatePid, tableName] = process.argv.slice(2);
const table = tableName !== 'ps' && existsSync('/proc/self/stat') ? procTable : psTable;
const belongings = new Belongings(table, new RunSlots(slotsDescriptor), Number(gatePid));
/** @type {Set<string>} */
const directories = new Set();
let ownsProcess = false;
let isClosed = false;

let unfinished = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text) => {
  const lines = (unfinished + text).split('\n');
  unfinished = lines.pop() ?? '';
  for (const line of lines) obey(line);
});
process.stdin.on('end', finish);
process.stdin.on('error', finish);

/** @param {string} line */
function obey(line) {
  const [verb, first = '', second = ''] = line.split(' ');
  if (verb === 'wake') sweepIn(firstSweepMs);
  else if (verb === 'mark') belongings.mark = { token: first, ownFilter: Number(second) };
  else if (verb === 'owns') ownsProcess = first === 'process';
  else if (verb === 'directory') directories.add(JSON.parse(line.slice(verb.length + 1)));
  else if (verb === 'close') isClosed = true;
}

/** @type {NodeJS.Timeout | undefined} */
let timer;
let sweepAt = Number.POSITIVE_INFINITY;
let notBefore = 0;

/** @param {number} milliseconds */
function sweepIn(milliseconds) {
  const now = performance.now();
  const at = Math.max(now + milliseconds, notBefore);
  if (at >= sweepAt) return;
  clearTimeout(timer);
  sweepAt = at;
  timer = setTimeout(sweepAgain, at - now);
}

function sweepAgain() {
  sweepAt = Number.POSITIVE_INFINITY;
  sweepOnce();
  const runs = [...belongings.runs.values()];
  if (runs.some(({ endedAt }) => endedAt !== undefined)) sweepIn(nextSweepMs);
  else if (runs.length > 0) sweepIn(belongings.mark ? lookMs.marked : lookMs.groups);
}

function sweepOnce() {
  const startedAt = performance.now();
  const found = sweep(belongings);
  belongings.settle(found);
  const endedAt = performance.now();
  notBefore = endedAt + Math.min(longestPauseMs, (endedAt - startedAt) * pauseFactor);
  return found.size;
}

/** The gate is gone, or has said that it needs nobody any more. */
async function finish() {
  clearTimeout(timer);
  belongings.update();
  belongings.endAll();
  belongings.everything = ownsProcess && !isClosed;
  const deadline = performance.now() + longestEndMs;
  for (let quiet = 0; quiet < quietSweepsNeeded && performance.now() < deadline; ) {
    quiet = sweepOnce() > 0 ? 0 : quiet + 1;
    await sleep(50);
  }
  if (!isClosed) for (const directory of directories) rmSync(directory, { recursive: true, force: true });
  process.exit();
}
