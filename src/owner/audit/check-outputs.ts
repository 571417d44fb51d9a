// Whether the stored output of each run is what the log says of it.

import { checkStored, type StoredFault } from '../../execution/process/output/stored/check-stored.js';
import { readLedger } from '../../ledger/log/read-ledger.js';
import type { RecordedOutput } from '../../vocabulary/run-record.js';
import type { FoundLedger } from '../find-ledger.js';

/** A stream that is not what was recorded. */
export interface OutputProblem {
  readonly run: string;
  readonly stream: string;
  readonly fault: string;
  readonly message: string;
}

export interface CheckOutputsOptions {
  readonly report: (problem: OutputProblem) => void;
  /** Is called with how many runs were looked at. */
  readonly onProgress: (runs: number) => void;
  readonly signal: AbortSignal;
}

export interface CheckedOutputs {
  readonly runs: number;
  /** Streams that are gone: the oldest are removed to make room, so that is no problem. */
  readonly missing: number;
}

export async function checkOutputs(
  { output: directory, log }: FoundLedger,
  { report, onProgress, signal }: CheckOutputsOptions,
): Promise<CheckedOutputs> {
  let runs = 0;
  let missing = 0;
  for await (const { entry } of readLedger(log)) {
    signal.throwIfAborted();
    const { type, run, output } = entry;
    if (type !== 'end' || typeof run !== 'string' || typeof output !== 'object' || output === null) continue;
    onProgress(++runs);
    for (const { stream, fault } of await findFaults(directory, run, output as RecordedOutput)) {
      if (fault === 'missing') missing++;
      else report({ run, stream, fault, message: `The ${stream} of ${run} ${meanings[fault]}` });
    }
  }
  return { runs, missing };
}

type Fault = Exclude<StoredFault['fault'], 'missing'> | 'unreadable';

const meanings: Readonly<Record<Fault, string>> = {
  shorter: 'is shorter than recorded',
  longer: 'is longer than recorded',
  changed: 'is not what was recorded: some bytes differ',
  unreadable: 'cannot be read: there is something else in its place',
};

async function findFaults(
  directory: string,
  run: string,
  output: RecordedOutput,
): Promise<readonly { readonly stream: string; readonly fault: Fault | 'missing' }[]> {
  try {
    return await checkStored(directory, run, output);
  } catch {
    return [{ stream: 'output', fault: 'unreadable' }];
  }
}
