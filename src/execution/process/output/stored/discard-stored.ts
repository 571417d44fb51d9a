import { rmdirSync, unlinkSync } from 'node:fs';
import { openGateDirectory, openOutput, outputNames, placeOf } from './stored-place.js';

/** Removes what is stored of one run that has ended. Whatever cannot be removed stays, until it is old. */
export function discardStored(directory: string, runId: string): void {
  const prefix = placeOf(`${runId}.stdout`)?.prefix;
  if (prefix === undefined) return;
  attempt(() => removeFiles(directory, prefix, runId));
  attempt(() => removeIfEmpty(directory, prefix));
}

function removeFiles(directory: string, prefix: string, runId: string): void {
  const gate = openGateDirectory(directory, prefix);
  const names = outputNames.flatMap((stream) => [`${runId}.${stream}`, `${runId}.${stream}.tail`]);
  for (const { fileName } of names.flatMap((name) => placeOf(name) ?? [])) {
    attempt(() => unlinkSync(gate.pathTo(fileName)));
  }
  gate.close();
}

function removeIfEmpty(directory: string, prefix: string): void {
  const output = openOutput(directory);
  attempt(() => rmdirSync(output.pathTo(prefix)));
  output.close();
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // It is not there, or is something else.
  }
}
