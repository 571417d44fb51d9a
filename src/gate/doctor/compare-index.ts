// Whether the index of a ledger tells what its log tells, for the owner. It is not made where there is none.

import type { ComparedIndex, IndexPart } from '../../ledger/index/ledger-index.js';

export async function compareIndex(
  directory: string,
  part: IndexPart,
  signal?: AbortSignal,
): Promise<ComparedIndex | undefined> {
  const { hasIndexFile, openLedgerIndex } = await import('../../ledger/index/open-ledger-index.js');
  if (!hasIndexFile(directory)) return undefined;
  const index = await openLedgerIndex({ directory });
  try {
    return await index.compare(part, signal);
  } finally {
    await index.close();
  }
}

export function howToMakeAgain(directory: string): string {
  return `Delete ${directory}/index: it is rebuilt from the log. The index was changed by somebody or by a disk error; the log is still right`;
}
