// Every envelope that a test sees is held against the specification, whatever the test is about.

import {
  findEnvelopeFaults,
  looksLikeEnvelope,
} from '../../packages/checks/src/contract/schemas/find-envelope-faults.js';

/** Throws where a line of this output is an envelope that is not valid. */
export function checkEnvelopes(stdout: string, code: number | null): void {
  const lines = stdout.split('\n').filter((line) => line.trim() !== '');
  for (const line of lines) {
    const value = line.startsWith('{"ok":') ? parse(line) : undefined;
    if (!looksLikeEnvelope(value)) continue;
    // A line of a plan has the code of its command, the process that of the plan.
    const isWhole = lines.length === 1 && code !== null && !('_line' in Object(value.meta));
    const faults = findEnvelopeFaults(value, isWhole ? code : undefined);
    if (faults.length > 0) throw new Error(`Not a valid envelope: ${faults.join('; ')}\n${line.slice(0, 2_000)}`);
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Cut by a signal, or by whoever reads.
    return undefined;
  }
}
