import type { LineLimits } from '../command-line/limits.js';
import { nearestOf } from '../command-line/nearest.js';
import { limits } from '../configuration/keys/limits.js';
import type { ProgramLimits } from '../execution/process/apply-limits.js';
import type { GivenLimits } from '../execution/sandbox/limits/run-limits.js';
import { defaultsOf, mostBytes, type ObjectShape } from '../shape/shape.js';
import { longestDelayMs } from '../vocabulary/longest-delay.js';

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

export const defaultLimits: Limits = { ...defaultsOf(limits.keys), program: {}, sandbox: {} };

/** What a door carries unless it or the configuration says otherwise. */
export const defaultResponseBytes = 1024 * 1024;

/** What a door shows of a program's stream where the least that is needed is asked for. */
export const briefPreviewBytes = 8 * 1024;

/** The limits with defaults. Throws a TypeError for one that would not limit anything. */
export function checkedLimits(given: Partial<Limits> = {}): Limits {
  if (given.rate !== undefined) checkNumber('rate.perMinute', given.rate?.perMinute);
  checkGroup(given, limits, '');
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

function checkGroup(given: object, { keys }: ObjectShape, prefix: string): void {
  for (const [name, value] of Object.entries(given)) {
    const known = Object.hasOwn(keys, name) ? keys[name] : undefined;
    if (known === undefined) {
      const nearest = nearestOf(name, Object.keys(keys));
      const meant = nearest ? ` Did you mean "${prefix}${nearest}"?` : '';
      throw new TypeError(`There is no limit "${prefix}${name}".${meant}`);
    }
    if (value === undefined) continue;
    if (known.type === 'object') checkGroup(value, known, `${prefix}${name}.`);
    else checkNumber(`${prefix}${name}`, value);
  }
}

/** A program may choose less than a file may: only what would not limit anything, or cannot be kept, is refused. */
function checkNumber(name: string, value: unknown): void {
  const most = name.endsWith('Bytes') ? mostBytes : longestDelayMs;
  // No grace at all is a choice; every other limit of 0 would let nothing through.
  const least = name === 'graceMs' ? 0 : 1;
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) return;
  throw new TypeError(`The limit ${name} must be a whole number from ${least} to ${most}.`);
}
