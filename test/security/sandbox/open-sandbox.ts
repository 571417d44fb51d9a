// A gate whose programs are in a sandbox, for a whole file of tests: opening one takes longer than most of them.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGate } from '../../../src/surfaces/library/create-gate.js';
import { handle, writeFiles } from '../../programs/workspace.js';
import { printedBy } from './printed-by.js';

/** A handle that runs the lines of a script. */
export const script = (name: string) =>
  handle(name, '/bin/sh', ['-c', '{{script}}'], {
    parameters: { type: 'object', properties: { script: { type: 'string' } }, required: ['script'] },
  });

/** `handles` are entries of the configuration for the files `sh.json` and `alone.json`. */
export async function openSandbox(sandbox: object, handles: readonly object[], variables: Record<string, string> = {}) {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-network-')));
  writeFiles(directory, { 'sh.json': script('sh'), 'alone.json': script('alone') });
  const gate = await createGate({
    config: { handles, audit: false, limits: { graceMs: 20_000 }, sandbox: { mode: 'required', ...sandbox } },
    directory,
    environment: { ...process.env, ...variables },
  });
  const run = (lines: readonly string[], options?: object, name = 'sh') =>
    gate.run([name, '--script', lines.join('\n')], options);
  return {
    run,
    printed: async (lines: readonly string[], name?: string) => printedBy(await run(lines, {}, name)),
    close: async () => {
      await gate.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export type OpenSandbox = Awaited<ReturnType<typeof openSandbox>>;

export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port;
}
