// A workspace whose commands are exported, as `cmdgate utcp export` does it.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { usual } from '../../src/owner/choice.js';
import type { Program, Workspace } from '../../src/owner/executable.js';
import { type ExportRequest, exportUtcp } from '../../src/owner/utcp/export.js';
import { openConfiguredWorkspace } from '../../src/surfaces/cli/configured-workspace.js';
import { type ConfiguredGate, createGate, type GateRequest } from '../../src/surfaces/library/create-gate.js';
import { writeFiles } from '../programs/workspace.js';

export function newWorkspace(files: Readonly<Record<string, unknown>>): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-utcp-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  writeFiles(directory, files);
  return directory;
}

export interface Exported {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function exportFrom(
  directory: string,
  request: Partial<ExportRequest> = {},
  config?: string,
): Promise<Exported> {
  const [stdout, stderr] = [new Collected(), new Collected()];
  const code = await exportUtcp(
    { form: 'specification', throughGate: false, ...request },
    {
      program,
      choice: { ...usual, config },
      io: {
        stdin: Readable.from([]),
        stdout,
        stderr,
        environment: process.env,
        directory,
        signal: new AbortController().signal,
      },
    },
  );
  return { code, stdout: stdout.text, stderr: stderr.text };
}

class Collected extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

const program: Program = {
  name: 'cmdgate',
  version: '1.2.3',
  description: '',
  invocation: ['cmdgate'],
  direct: false,
  open: async (choice, { directory }) => (await openConfiguredWorkspace(choice, directory)) as Workspace,
  listSettings: async () => [],
};

export async function openGate(directory: string, config = 'cmdgate.config.json'): Promise<ConfiguredGate> {
  const gate = await createGate({ config: join(directory, config), directory });
  onTestFinished(() => gate.close());
  return gate;
}

/** What a call gave, without what is another each time. */
export async function resultOf(gate: ConfiguredGate, request: GateRequest): Promise<unknown> {
  const outcome = await gate.run(request);
  const result = outcome.status === 'completed' ? outcome.data : outcome.error.result;
  const { duration_ms: _, ...data } = (result ?? {}) as Record<string, unknown>;
  if (outcome.status === 'completed') return data;
  const { code, message, details } = outcome.error;
  return { code, message, details, ...data };
}
