/** How long output outlives its run. */
export interface Retention {
  /** Of all runs of all gates together, as the disk counts. */
  readonly keepBytes: number;
  readonly keepDays: number;
}

/** What holds unless the owner says otherwise. */
export const usualRetention: Retention = { keepBytes: 2 ** 30, keepDays: 30 };
