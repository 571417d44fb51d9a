// Warnings that stand in every answer, also in that of a program that failed: they are about what it left behind, or why
// it may have failed.

/** A file that git or the gate obeys changed while a program was running, and nobody approved that. */
export const trustLost = 'TRUST_LOST';

/** Files that tools run code from changed during the run. */
export const instructionsChanged = 'INSTRUCTIONS_CHANGED';

/** What a program changed cannot be undone. */
export const snapshotFailed = 'SNAPSHOT_FAILED';

/** The time that was asked for may have been meant in seconds. */
export const shortTimeout = 'SHORT_TIMEOUT';

export const notices: ReadonlySet<string> = new Set([trustLost, instructionsChanged, snapshotFailed, shortTimeout]);
