import { defaultLineLimits, type LineLimits } from '../command-line/limits.js';
import { nearestOf } from '../command-line/nearest.js';

/** What the owner allows. Without `rate` there is no rate limit, without `responseBytes` each door has its own. */
export interface Limits extends LineLimits {
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly rate?: { readonly perMinute: number };
  readonly responseBytes?: number;
}

export const defaultLimits: Limits = { ...defaultLineLimits, timeoutMs: 30_000, concurrency: 256 };

/** What a door carries unless it or the configuration says otherwise. */
export const defaultResponseBytes = 1024 * 1024;

/** The longest delay that a timer can be set to. */
const largest = 2 ** 31 - 1;

const known = [...Object.keys(defaultLimits), 'rate', 'responseBytes'];

/** The limits with defaults. Throws a TypeError for one that would not limit anything. */
export function checkedLimits(given: Partial<Limits> = {}): Limits {
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name)) {
      const nearest = nearestOf(name, known);
      throw new TypeError(`There is no limit "${name}".${nearest ? ` Did you mean "${nearest}"?` : ''}`);
    }
    if (value === undefined) continue;
    const number: unknown = name === 'rate' ? (value as Limits['rate'])?.perMinute : value;
    const shown = name === 'rate' ? 'rate.perMinute' : name;
    if (!Number.isInteger(number) || (number as number) < 1 || (number as number) > largest) {
      throw new TypeError(`The limit ${shown} must be a whole number from 1 to ${largest}.`);
    }
  }
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...defaultLimits, ...set };
}
