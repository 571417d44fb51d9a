// @ts-check
// Which process belongs to which run. Three kinds of evidence: the label that it inherited, the tree it was seen in,
// and its session.

import { readLabel } from './read-label.mjs';

/**
 * @typedef {import('./process-table.mjs').Process} Process
 */

/**
 * @typedef {object} Mark
 * @property {string} token What every process carries that the gate started, directly or not.
 * @property {number} ownFilter What the gate itself and its own children have in place of a run's label.
 */

/**
 * @typedef {object} Run
 * @property {number} label -1 where there are none.
 * @property {number | undefined} pid
 * @property {number | undefined} start
 * @property {number | undefined} endedAt On the clock of `performance.now()`.
 * @property {number} quietSweeps
 */

/**
 * @typedef {object} Known
 * @property {Process} process
 * @property {Run | undefined} run By its tree or session.
 * @property {import('./read-label.mjs').Label | undefined} label Read once: it is inherited at birth.
 * @property {number | undefined} foundAt
 * @property {number} kills
 */

/**
 * @typedef {object} Session
 * @property {Run} run
 * @property {number | undefined} start When its first process started; undefined where that was already gone.
 */

/** Who does not die of so many attempts is out of our reach: another user's, or stuck in the kernel. */
const mostKills = 20;

/** A sweep that finds nothing may have missed something that was forking at that moment. */
export const quietSweepsNeeded = 2;

/** How long the keeper of a gate inside a run has to end what that gate started. */
const nestedKeeperMs = 5_000;

export class Belongings {
  /** @type {Map<number, Run>} */
  runs = new Map();
  /** @type {Mark | undefined} */
  mark;
  /** Everything that carries the mark is left over, of a run or not. */
  everything = false;
  #table;
  #slots;
  #gatePid;
  #lastKey = 0;
  /** @type {Map<number, Known>} */
  #known = new Map();
  /** @type {Map<number, Session>} */
  #sessions = new Map();

  /**
   * @param {import('./process-table.mjs').ProcessTable} table
   * @param {import('./run-slots.mjs').RunSlots} slots
   * @param {number} gatePid
   */
  constructor(table, slots, gatePid) {
    this.#table = table;
    this.#slots = slots;
    this.#gatePid = gatePid;
  }

  /** Reads what the gate has told up to now. */
  update() {
    for (const { key, label, pid, isEnded, isOld } of this.#slots.read()) {
      let run = this.runs.get(key);
      if (!run) {
        // One that was settled and forgotten, perhaps by a keeper before this one.
        if (key <= this.#lastKey || isOld) continue;
        run = { label, pid: undefined, start: undefined, endedAt: undefined, quietSweeps: 0 };
        this.runs.set(key, run);
      }
      if (isEnded) run.endedAt ??= performance.now();
      if (pid > 0 && run.pid === undefined) this.#identify(run, pid);
    }
    this.#lastKey = Math.max(this.#lastKey, ...this.runs.keys());
  }

  /**
   * @param {Run} run
   * @param {number} pid
   */
  #identify(run, pid) {
    run.pid = pid;
    // After its end the number may already be that of another process.
    if (run.endedAt === undefined) run.start = this.#table.readOne(pid)?.start;
    // Its number stays taken while a process of its session lives, also after its own end.
    this.#sessions.set(pid, { run, start: run.start });
  }

  endAll() {
    for (const run of this.runs.values()) run.endedAt ??= performance.now();
  }

  /**
   * Forgets the runs that have left nothing.
   * @param {Set<Known>} found What the last sweep found.
   */
  settle(found) {
    const owners = new Set();
    const labels = new Set();
    for (const { run, label } of found) {
      owners.add(run);
      labels.add(label);
    }
    for (const [key, run] of this.runs) {
      if (run.endedAt === undefined) continue;
      const isQuiet = !owners.has(run) && !labels.has(run.label);
      run.quietSweeps = isQuiet ? run.quietSweeps + 1 : 0;
      if (run.quietSweeps >= quietSweepsNeeded) this.runs.delete(key);
    }
    const remembered = new Set(this.runs.values());
    for (const [session, { run }] of this.#sessions) if (!remembered.has(run)) this.#sessions.delete(session);
  }

  /** Looks at all processes. */
  look() {
    const before = this.#known;
    this.#known = new Map();
    return this.#learn(this.#table.readAll(), before);
  }

  /** Looks only at processes that were not there the last time, which takes little time: they may not stay for long. */
  lookAtNew() {
    return this.#learn(this.#table.readAll(this.#known), this.#known);
  }

  /** @param {Known} known */
  isLeftover(known) {
    const { pid, start, isEnded } = known.process;
    if (isEnded || pid === process.pid || pid === this.#gatePid || known.kills >= mostKills) return false;
    if (known.run) return known.run.endedAt !== undefined;
    if (!this.mark) return false;
    known.label ??= readLabel(pid, this.mark);
    if (known.label === 'foreign') return false;
    if (this.everything) return true;
    if (known.label === 'unlabelled') return false;
    for (const run of this.runs.values()) {
      const mayBeIts = run.label === known.label && run.endedAt === undefined;
      if (mayBeIts && (run.start === undefined || run.start <= start)) return false;
    }
    return true;
  }

  /**
   * A gate inside a run has a keeper of its own, which needs a moment after its gate is gone.
   * @param {Known} known
   */
  isKeeperAtWork(known) {
    known.foundAt ??= performance.now();
    if (performance.now() - known.foundAt > nestedKeeperMs) return false;
    return this.#table.readCommand(known.process.pid).includes('/keeper-process.mjs ');
  }

  /** @param {Known} known */
  isStillThere(known) {
    const now = this.#table.readOne(known.process.pid);
    return now !== undefined && now.start === known.process.start && !now.isEnded;
  }

  /**
   * @param {import('./process-table.mjs').Snapshot} snapshot
   * @param {Map<number, Known>} before
   * @returns {{ leftovers: Known[], isQuiet: boolean }} Not quiet when something has just ended: before that, it may
   *   have forked something that was not listed yet.
   */
  #learn({ processes, isComplete }, before) {
    let isQuiet = isComplete;
    const seen = processes.map((process) => {
      const known = before.get(process.pid);
      const isSame = known?.process.start === process.start;
      if (process.isEnded && !(isSame && known.process.isEnded)) isQuiet = false;
      if (!isSame) return { process, run: undefined, label: undefined, foundAt: undefined, kills: 0 };
      known.process = process;
      return known;
    });
    for (const known of seen) this.#known.set(known.process.pid, known);
    this.#dropEmptySessions();
    const roots = new Map();
    for (const run of this.runs.values()) if (run.start !== undefined) roots.set(run.pid, run);
    for (const known of seen) known.run ??= this.#ownerOf(known, roots);
    for (const { process, run } of seen) {
      // A session belongs to a run if its first process does. A run that shares the gate's session shows nothing.
      const first = this.#known.get(process.session);
      if (run && first?.run === run) this.#sessions.set(process.session, { run, start: first.process.start });
    }
    return { leftovers: seen.filter((known) => this.isLeftover(known)), isQuiet };
  }

  /** The number of a session that is over may be given to anybody. */
  #dropEmptySessions() {
    const living = new Set();
    for (const { process } of this.#known.values()) living.add(process.session);
    for (const [session, { start }] of this.#sessions) {
      const first = this.#known.get(session)?.process;
      // Another process with this number can only be there when the session was over before it.
      if (!living.has(session) || (first && first.start !== start)) this.#sessions.delete(session);
    }
  }

  /**
   * @param {Known} known
   * @param {Map<number, Run>} roots
   */
  #ownerOf(known, roots) {
    /** @type {Known | undefined} */
    let here = known;
    for (; here; here = this.#known.get(here.process.parent)) {
      const { pid, session, start } = here.process;
      if (pid === this.#gatePid || pid === process.pid) return undefined;
      const root = roots.get(pid);
      const run = here.run ?? (root?.start === start ? root : this.#sessions.get(session)?.run);
      if (run) return run;
    }
    return undefined;
  }
}
