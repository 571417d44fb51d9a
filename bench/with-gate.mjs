import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGate } from '../dist/index.js';
import { inTemporaryDirectory } from './temporary-directory.mjs';

/** A gate over these handles as it is shipped, the audit log included. */
export function withGate(handles, use) {
  return inTemporaryDirectory(async (directory) => {
    writeFileSync(join(directory, 'handles.json'), JSON.stringify(handles));
    const gate = await createGate({ config: { handles: ['handles.json'], limits: { timeoutMs: 60_000 } }, directory });
    try {
      return await use(gate);
    } finally {
      await gate.close();
    }
  });
}
