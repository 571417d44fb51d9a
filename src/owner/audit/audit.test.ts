import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { logDirectory } from '../../ledger/ledger.js';
import { openLedgerLog } from '../../ledger/log/ledger-log.js';
import { ownDirectory } from '../../ledger/own-directory.js';
import { runWords } from '../../surfaces/cli/run-words.js';
import type { Io } from '../../terminal/io.js';
import type { Program } from '../executable.js';

let directory: string;

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-audit-')));
  const log = openLedgerLog({ directory: logDirectory(ownDirectory(directory)), sync: 'process' });
  log.append('refused', {});
  log.close();
});

afterEach(() => {
  for (const path of [ownDirectory(directory), directory]) rmSync(path, { recursive: true, force: true });
});

const program: Program = {
  name: 'cmdgate',
  version: '1.0.0',
  description: '',
  invocation: ['cmdgate'],
  direct: false,
  open: () => Promise.reject(new Error('Nothing is opened')),
  listSettings: async () => [],
};

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
])('%s while it verifies is answered, and exits with %i', async (signal, expected) => {
  const stdout = new PassThrough();
  const io: Io = {
    stdin: new PassThrough(),
    stdout,
    stderr: new PassThrough(),
    environment: {},
    directory,
    signal: AbortSignal.abort(signal),
  };
  const code = await runWords(program, ['audit', 'verify'], io);
  stdout.end();
  expect({ code, answer: JSON.parse(await text(stdout)) }).toMatchObject({
    code: expected,
    answer: { ok: false, error: { code: 'CANCELED' } },
  });
});
