// A disk that takes no more: what could not be kept is told with the answer, and what was kept can be read.

import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bin, cmdgate, finish, makeDirectory, start } from '../cli/process.js';

/** No file becomes larger than that. */
const limit = 30_000;

const canLimit = existsSync('/usr/bin/prlimit');

test.runIf(canLimit)(
  'output that could not be written is told with the answer, and not offered for later',
  async () => {
    const count = { name: 'count', description: 'Count', handler: 'command', command: 'seq', danger: 'safe' };
    const cwd = makeDirectory({
      'cmdgate.config.json': JSON.stringify({ handles: ['handles.json'], sandbox: 'off' }),
      'handles.json': JSON.stringify([{ ...count, arguments: ['1', '20000'] }]),
    });
    const options = { cwd, environment: { XDG_STATE_HOME: makeDirectory() } };
    const printed = Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join('');

    const words = [`--fsize=${limit}:unlimited`, process.execPath, bin, 'run', 'count'];
    const { code, stdout } = await finish(start('prlimit', words, options));
    const { ok, data, warnings } = JSON.parse(stdout);

    // The program itself did all it should.
    expect({ code, ok, exitCode: data.exit_code }).toEqual({ code: 0, ok: true, exitCode: 0 });
    expect(data.not_kept_bytes).toEqual({ stdout: printed.length - limit, stderr: 0 });
    expect(warnings).toEqual([
      { code: 'OUTPUT_NOT_KEPT', message: expect.stringContaining(`${printed.length - limit} bytes of the output`) },
    ]);
    expect(stdout).not.toContain("' reads them");

    // What was kept is what the program printed, and the ledger says how much it is.
    const kept = await cmdgate(['runs', 'output', data.run, '--stream', 'stdout', '--format', 'json'], options);
    expect(kept.code).toBe(0);
    expect(kept.stdout).toContain(JSON.stringify(printed.slice(0, 1_000)).slice(1, -1));
    expect(JSON.parse((await cmdgate(['audit', 'verify'], options)).stdout).data).toMatchObject({
      sound: true,
      outputs: { runs: 1, missing: 0, problems: [] },
    });
  },
  60_000,
);
