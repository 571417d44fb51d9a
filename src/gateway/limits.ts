import { defaultLineLimits, type LineLimits } from '../command-line/limits.js';

/** What the owner allows. `none` is written out, so that a missing value never means "unlimited". */
export interface Limits extends LineLimits {
  readonly timeoutMs: number;
  readonly ratePerMinute: number | 'none';
  readonly concurrency: number;
  /** `door`: what each door can carry. */
  readonly responseBytes: number | 'door';
}

export const defaultLimits: Limits = {
  ...defaultLineLimits,
  timeoutMs: 30_000,
  ratePerMinute: 'none',
  concurrency: 256,
  responseBytes: 'door',
};

/** What a door carries unless it or the configuration says otherwise. */
export const defaultResponseBytes = 1024 * 1024;
