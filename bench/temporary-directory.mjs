import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs `use` with an empty directory that is gone afterwards. */
export async function inTemporaryDirectory(use) {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-bench-')));
  try {
    return await use(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
