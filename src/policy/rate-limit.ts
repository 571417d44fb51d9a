/**
 * A bucket per caller that refills evenly: `perMinute` requests at once at most, and as many in a minute.
 * The clock is an argument, so that time is the test's to choose.
 */
export class RateLimit {
  readonly #perMinute: number;
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Takes one request; otherwise how many milliseconds to wait for the next. */
  take(caller: string, now: number): 'taken' | { readonly waitMs: number } {
    const perMs = this.#perMinute / 60_000;
    const bucket = this.#buckets.get(caller) ?? { tokens: this.#perMinute, at: now };
    this.#buckets.set(caller, bucket);
    bucket.tokens = Math.min(this.#perMinute, bucket.tokens + (now - bucket.at) * perMs);
    bucket.at = now;
    // Whoever waited as long as told must not be turned away by a rounding error.
    if (bucket.tokens >= 1 - 1e-6) {
      bucket.tokens -= 1;
      return 'taken';
    }
    return { waitMs: Math.ceil((1 - bucket.tokens) / perMs) };
  }
}
