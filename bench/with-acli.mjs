import { join } from 'node:path';
import { createAcli } from '../dist/index.js';
import { inTemporaryDirectory } from './temporary-directory.mjs';

/** The commands without a memory, and with the ledger as a configured gate has it. */
export async function withAcli(commands, remembers, use) {
  return await inTemporaryDirectory(async (directory) => {
    const ledger = { directory: join(directory, '.cmdgate') };
    const acli = createAcli(commands, { workspace: directory, ...(remembers && { ledger }) });
    try {
      return await use(acli);
    } finally {
      await acli.close();
    }
  });
}
