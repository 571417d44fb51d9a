// Tells whether the files of a run are still what was recorded of them.

import { createHash } from 'node:crypto';
import type { RecordedOutput, RecordedStream } from '../../../../vocabulary/run-record.js';
import type { OutputName } from '../readable-output.js';
import { readSizes } from './read-sizes.js';
import { StoredFile } from './stored-file.js';
import { outputNames } from './stored-place.js';

export interface StoredFault {
  readonly stream: OutputName;
  /** `missing`: removed, by retention perhaps. `changed`: as long as it was, with other bytes. */
  readonly fault: 'missing' | 'shorter' | 'longer' | 'changed';
}

const pieceBytes = 256 * 1024;

/** At most one fault for each stream; none where all that was recorded as kept is there, and nothing else. */
export async function checkStored(
  directory: string,
  runId: string,
  recorded: RecordedOutput,
): Promise<readonly StoredFault[]> {
  const faults: StoredFault[] = [];
  for (const stream of outputNames) {
    const record = recorded[stream];
    const fault = record && (await findFault(directory, `${runId}.${stream}`, record));
    if (fault) faults.push({ stream, fault });
  }
  return faults;
}

async function findFault(
  directory: string,
  fileName: string,
  record: RecordedStream,
): Promise<StoredFault['fault'] | undefined> {
  const { kept, tail } = readSizes(record);
  const parts = [
    { file: new StoredFile(directory, fileName), bytes: kept },
    { file: new StoredFile(directory, `${fileName}.tail`), bytes: tail },
  ];
  const hash = createHash('sha256');
  for (const { file, bytes } of parts) {
    const size = file.size();
    if (size === undefined && bytes > 0) return 'missing';
    if ((size ?? 0) !== bytes) return (size ?? 0) < bytes ? 'shorter' : 'longer';
    for (let from = 0; from < bytes; from += pieceBytes) {
      hash.update(await file.read(from, Math.min(bytes, from + pieceBytes)));
    }
  }
  return record.sha256 === undefined || record.sha256 === hash.digest('hex') ? undefined : 'changed';
}
