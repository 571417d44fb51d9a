// What the audit log says about one run: the last thing that was written of it.

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

export interface WrittenDecision {
  readonly caller: string;
  readonly command: string;
  readonly decision: Readonly<Record<string, unknown>>;
}

/** The log can be long: it is not read for what cannot be the id of a run. */
const idPattern = /^run_[a-z0-9_]{1,100}$/;

export async function findDecision(file: string, runId: string): Promise<WrittenDecision | undefined> {
  if (!idPattern.test(runId)) return undefined;
  let found: WrittenDecision | undefined;
  const stream = createReadStream(file, 'utf8');
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      // Most lines are of other runs: only those that name it are worth parsing.
      if (line.includes(runId)) found = readEntry(line, runId) ?? found;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return found;
}

function readEntry(line: string, runId: string): WrittenDecision | undefined {
  try {
    const { command, user_context: context, decision } = JSON.parse(line);
    if (context?.run_id !== runId || typeof decision !== 'object' || decision === null) return undefined;
    return { caller: String(context.caller), command: String(command), decision };
  } catch {
    // A line that was cut off by a crash says nothing.
    return undefined;
  }
}
