import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGate } from '../dist/index.js';
import { inTemporaryDirectory } from './temporary-directory.mjs';

/** A gate over these handles: as it is shipped, the ledger included, but for what the settings change. */
export function withGate(handles, settings, use, prepare = () => undefined) {
  return inTemporaryDirectory(async (directory) => {
    prepare(directory);
    writeFileSync(join(directory, 'handles.json'), JSON.stringify(handles));
    const config = join(directory, 'cmdgate.config.json');
    writeFileSync(config, JSON.stringify({ handles: ['handles.json'], limits: { timeoutMs: 60_000 }, ...settings }));
    const gate = await createGate({ config, directory });
    try {
      return await use(gate);
    } finally {
      await gate.close();
    }
  });
}
