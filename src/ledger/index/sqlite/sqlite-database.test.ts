import { mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteDatabase } from './sqlite-database.js';

/** The files below a directory that this process has open. */
function openFiles(directory: string): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((number) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${number}`);
      return file.startsWith(directory) ? [file] : [];
    } catch {
      return [];
    }
  });
}

test.runIf(process.platform === 'linux')('a database that is closed has no file open', async () => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-index-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));

  for (let round = 0; round < 3; round++) {
    const database = await openSqliteDatabase(directory);
    await database.query('SELECT 1 AS one WHERE 1 = $1', [1]);
    await database.query('SELECT 2 AS two WHERE 2 = $1', [2]);
    expect(openFiles(directory)).not.toEqual([]);
    await database.close();
    expect(openFiles(directory)).toEqual([]);
  }
});
