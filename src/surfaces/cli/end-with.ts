import { ownerText } from '../../terminal/owner-line.js';

/** Ends the process with the program's exit code: whatever a handler left open must not keep it, the answer is out. */
export async function endWith(exitCode: Promise<number>): Promise<never> {
  // Should nothing be left to wait for before the exit code is known, that is a failure, not a success.
  process.exitCode = 1;
  try {
    process.exit(await exitCode);
  } catch (error) {
    // A mistake of ours, not of the request.
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`error: ${ownerText(text)}\n`);
    process.exit(1);
  }
}
