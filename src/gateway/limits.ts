import { defaultLineLimits, type LineLimits } from '../command-line/limits.js';
import { nearestOf } from '../command-line/nearest.js';
import type { ProgramLimits } from '../execution/process/planning/apply-limits.js';
import type { GivenLimits } from '../execution/sandbox/limits/run-limits.js';

/**
 * What the owner allows. Without `rate` there is no rate limit; without `responseBytes` and `previewBytes` each door
 * has its own.
 */
export interface Limits extends LineLimits {
  readonly timeoutMs: number;
  readonly concurrency: number;
  /** Programs at the same time. */
  readonly processes: number;
  /** Processes at the same time for handlers that have one of their own. */
  readonly handlerProcesses: number;
  /** How much the JavaScript of such a process may hold. */
  readonly handlerMemoryBytes: number;
  /** Runs of one caller in the background. */
  readonly background: number;
  /** How much of each stream of a program is kept. */
  readonly outputBytes: number;
  /** How much of each stream of a program stands in the answer. */
  readonly previewBytes?: number;
  /** How long a program has to end by itself after it was told to. */
  readonly graceMs: number;
  /** What one program may use. */
  readonly program: ProgramLimits;
  /** What a program in the sandbox may use with all that it starts. */
  readonly sandbox: GivenLimits;
  readonly rate?: { readonly perMinute: number };
  readonly responseBytes?: number;
}

export const defaultLimits: Limits = {
  ...defaultLineLimits,
  timeoutMs: 30_000,
  concurrency: 256,
  processes: 32,
  handlerProcesses: 8,
  handlerMemoryBytes: 1024 * 1024 * 1024,
  background: 32,
  outputBytes: 16 * 1024 * 1024,
  graceMs: 2_000,
  program: {},
  sandbox: {},
};

/** What a door carries unless it or the configuration says otherwise. */
export const defaultResponseBytes = 1024 * 1024;

/** What a door shows of a program's stream unless it or the configuration says otherwise. */
export const defaultPreviewBytes = 32 * 1024;

/** The same, where the least that is needed is asked for. */
export const briefPreviewBytes = 8 * 1024;

/** When a door that cannot wait for ever is told how far a run is: clients give up after a minute as a rule. */
export const defaultYieldMs = 30_000;

/** The longest delay that a timer can be set to. */
const largest = 2 ** 31 - 1;

/** More bytes than any machine has. */
const mostBytes = 2 ** 50;

const known = [...Object.keys(defaultLimits), 'rate', 'responseBytes', 'previewBytes'];
const knownOf = {
  program: ['cpuSeconds', 'memoryBytes', 'processes', 'fileBytes', 'openFiles'],
  sandbox: ['processes', 'memoryBytes', 'freeDiskBytes'],
};

/** The limits with defaults. Throws a TypeError for one that would not limit anything. */
export function checkedLimits(given: Partial<Limits> = {}): Limits {
  for (const [name, value] of Object.entries(given)) {
    checkName(name, known, '');
    if (value === undefined) continue;
    if (name === 'rate') checkNumber('rate.perMinute', (value as Limits['rate'])?.perMinute);
    else if (name === 'program' || name === 'sandbox') checkGroup(name, value as ProgramLimits | GivenLimits);
    else checkNumber(name, value);
  }
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...defaultLimits, ...set };
}

/** For words that came as the arguments of a process: the system limits those, and an owner who says so. */
export function limitsOfWords({ characters, arguments: words, argumentCharacters }: Partial<Limits> = {}): LineLimits {
  const none = Number.POSITIVE_INFINITY;
  return {
    characters: characters ?? none,
    arguments: words ?? none,
    argumentCharacters: argumentCharacters ?? none,
  };
}

function checkGroup(group: keyof typeof knownOf, limits: ProgramLimits | GivenLimits): void {
  for (const [name, value] of Object.entries(limits)) {
    checkName(name, knownOf[group], `${group}.`);
    if (value !== undefined) checkNumber(`${group}.${name}`, value);
  }
}

function checkName(name: string, names: readonly string[], prefix: string): void {
  if (names.includes(name)) return;
  const nearest = nearestOf(name, names);
  throw new TypeError(`There is no limit "${prefix}${name}".${nearest ? ` Did you mean "${prefix}${nearest}"?` : ''}`);
}

function checkNumber(name: string, value: unknown): void {
  const most = name.endsWith('Bytes') ? mostBytes : largest;
  // No grace at all is a choice; every other limit of 0 would let nothing through.
  const least = name === 'graceMs' ? 0 : 1;
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) return;
  throw new TypeError(`The limit ${name} must be a whole number from ${least} to ${most}.`);
}
