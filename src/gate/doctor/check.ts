// One thing that was looked at: what is so, what that means, and how to mend it.

export const areas = [
  'configuration',
  'commands',
  'programs',
  'permissions',
  'store',
  'sandbox',
  'limits',
  'keeper',
  'clock',
  'versions',
  'leftovers',
] as const;

export type Area = (typeof areas)[number];

export interface Check {
  readonly area: Area;
  /** A `problem` keeps the gate from working, or from holding what it promises; a `warning` is good to know. */
  readonly status: 'ok' | 'warning' | 'problem';
  readonly message: string;
  /** What to do; always there where it is not ok. */
  readonly fix?: string;
}

/** The checks of one area, in the order in which they were made. */
export class Checks {
  readonly list: Check[] = [];
  readonly #area: Area;

  constructor(area: Area) {
    this.#area = area;
  }

  ok(message: string): void {
    this.list.push({ area: this.#area, status: 'ok', message });
  }

  warn(message: string, fix: string): void {
    this.list.push({ area: this.#area, status: 'warning', message, fix });
  }

  fail(message: string, fix: string): void {
    this.list.push({ area: this.#area, status: 'problem', message, fix });
  }
}
