// A workspace with handles, and a gate over it: what every test of programs starts from.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  type ConfiguredGate,
  createGate,
  type GateRequest,
  type RunOptions,
} from '../../src/surfaces/library/create-gate.js';
import type { Completed, Failed } from '../../src/vocabulary/outcome.js';

export interface TestWorkspace {
  readonly directory: string;
  readonly gate: ConfiguredGate;
  /** Fails the test unless the run completes; gives its data. */
  completed(request: GateRequest, options?: RunOptions): Promise<Record<string, unknown>>;
  /** Fails the test unless the run fails. */
  failed(request: GateRequest, options?: RunOptions): Promise<Failed>;
}

/** Fixture programs, by their absolute path. */
export const fixture = (name: string) => join(import.meta.dirname, '../fixtures/programs', name);

export function temporaryDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-programs-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export function writeFiles(directory: string, files: Readonly<Record<string, unknown>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

/** A handle that runs this program with these fixed arguments. */
export function handle(name: string, command: string, args: unknown = [], more: object = {}): object {
  return { name, description: `Runs ${name}`, handler: 'command', command, arguments: args, ...more };
}

export async function openWorkspace(
  handles: readonly object[],
  configuration: Readonly<Record<string, unknown>> = {},
): Promise<TestWorkspace> {
  const directory = temporaryDirectory();
  writeFiles(directory, { 'handles.json': handles });
  const gate = await createGate({
    // What holds without the system's help is tried here; test/security/sandbox has what holds with it.
    config: { handles: ['handles.json'], audit: false, sandbox: 'off', ...configuration },
    directory,
    environment: { ...process.env },
  });
  onTestFinished(() => gate.close());
  return {
    directory,
    gate,
    completed: async (request, options) => {
      const outcome = await gate.run(request, options);
      if (outcome.status === 'failed')
        throw new Error(`${outcome.error.code}: ${outcome.error.message} (${outcome.error.hint})`);
      return (outcome as Completed).data as Record<string, unknown>;
    },
    failed: async (request, options) => {
      const outcome = await gate.run(request, options);
      if (outcome.status === 'completed') throw new Error(`It completed: ${outcome.json}`);
      return outcome;
    },
  };
}
