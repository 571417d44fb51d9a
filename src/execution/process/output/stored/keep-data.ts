import type { RecordedStream } from '../../../../vocabulary/run-record.js';
import { CapturedStream } from '../captured-stream.js';
import type { Spool } from '../spool.js';

/** Keeps what a function gave back, as JSON text: at once where it is short. */
export function keepData(
  spool: Spool,
  runId: string,
  json: string,
  mostBytes: number,
): RecordedStream | Promise<RecordedStream> {
  const stream = new CapturedStream({ directory: spool, fileName: `${runId}.data`, mostBytes });
  stream.add(Buffer.from(json));
  return stream.end();
}
