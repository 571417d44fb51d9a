import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeTrustedDirectory } from './trusted-directory.js';

test('a directory that cannot be created is named, with the reason and the settings that move it', () => {
  const place = mkdtempSync(join(tmpdir(), 'cmdgate-trusted-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  writeFileSync(join(place, 'home'), '');
  const directory = join(place, 'home', 'state');

  expect(() => makeTrustedDirectory(directory, 'The ledger')).toThrow(
    expect.objectContaining({
      code: 'UNAVAILABLE',
      message: `The ledger cannot be kept in ${directory}: it cannot be created (a part of the path is not a directory)`,
      hint: expect.stringMatching(/XDG_STATE_HOME.*`ledger\.directory`/),
    }),
  );
});
