// What is kept of a run's answer: what a program printed, or what a function gave back.

import { defaultPreviewBytes } from '../../configuration/keys/limits.js';
import type { ReadableOutput } from '../../execution/process/output/readable-output.js';
import type { RunRecord } from '../../vocabulary/run-record.js';

/** As the answer told it, as far as it is kept. */
export async function readStoredResult(record: RunRecord, output: ReadableOutput): Promise<unknown> {
  if (record.output?.data) return await readData(output);
  const [stdout, stderr] = await Promise.all([
    output.preview('stdout', defaultPreviewBytes),
    output.preview('stderr', defaultPreviewBytes),
  ]);
  if (!stdout && !stderr && record.exit_code === undefined) return undefined;
  return {
    ...(record.exit_code !== undefined && { exit_code: record.exit_code, signal: record.signal ?? null }),
    ...(stdout && { stdout: stdout.text }),
    ...(stderr && { stderr: stderr.text }),
    truncated: (stdout?.omittedBytes ?? 0) + (stderr?.omittedBytes ?? 0) > 0,
  };
}

/** JSON that is cut is text. */
async function readData(output: ReadableOutput): Promise<unknown> {
  const kept = await output.preview('data', defaultPreviewBytes);
  if (!kept || kept.omittedBytes > 0) return kept?.text;
  try {
    return JSON.parse(kept.text);
  } catch {
    return kept.text;
  }
}
