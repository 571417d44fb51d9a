import { join } from 'node:path';
import { createAcli } from '../dist/index.js';
import { inTemporaryDirectory } from './temporary-directory.mjs';

/** The commands without the audit log, and with it as a configured gate has it. */
export async function withAcli(commands, audit, use) {
  return await inTemporaryDirectory(async (directory) => {
    const file = join(directory, '.cmdgate', 'audit.jsonl');
    const acli = createAcli(commands, { workspace: directory, audit: audit && { file } });
    try {
      return await use(acli);
    } finally {
      await acli.close();
    }
  });
}
