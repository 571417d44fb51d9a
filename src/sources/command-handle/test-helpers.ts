// Handles in real files, called as the gate calls them. For tests only.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { grammarOf } from '../../command-line/grammar.js';
import { readArguments, readInput } from '../../command-line/read-arguments.js';
import type { Input, ProgramCommand } from '../../vocabulary/command.js';
import { GateError } from '../../vocabulary/gate-error.js';
import type { PlannedCall, ProgramPlan } from '../../vocabulary/program.js';
import { type HandleHost, type HandleOptions, strictestOptions } from './handle.js';
import { type LoadedHandles, loadHandles } from './load-handles.js';

export const plainHost: HandleHost = {
  searchPath: ['/usr/local/bin', '/usr/bin', '/bin'],
  ownSearchPath: false,
  environment: {},
  credential: () => undefined,
};

/** A real directory that goes with the test. */
export function newWorkspace(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-handles-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export function write(workspace: string, path: string, content: string, mode = 0o644): string {
  const file = join(workspace, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content, { mode });
  return file;
}

interface LoadOptions {
  readonly workspace?: string;
  readonly options?: Partial<HandleOptions>;
  readonly host?: Partial<HandleHost>;
}

/** Loads what is written in one file. */
export function load(handles: unknown, { workspace = newWorkspace(), options, host }: LoadOptions = {}) {
  const text = typeof handles === 'string' ? handles : JSON.stringify(handles, null, 2);
  const file = write(workspace, 'handles.json', text);
  return loadHandles([{ files: [file], options: { ...strictestOptions, ...options } }], { ...plainHost, ...host });
}

/** Every problem as `severity pointer: message fix`. */
export function problemsOf({ problems }: Pick<LoadedHandles, 'problems'>): string[] {
  return problems.map(({ severity, pointer, message, fix }) => `${severity} ${pointer}: ${message} ${fix}`);
}

export interface CallContext {
  readonly workspace: string;
  readonly directory?: string;
  readonly terminal?: boolean;
}

/** The one command of a definition that has nothing wrong with it. */
export async function loadOne(handle: object, options: LoadOptions = {}): Promise<ProgramCommand> {
  const loaded = await load({ name: 'it', description: 'x', handler: 'command', ...handle }, options);
  const errors = loaded.problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return loaded.commands[0] as ProgramCommand;
}

/** Plans a call that gives an input object, as `--input` does. */
export function planInput(command: ProgramCommand, input: Input, call: CallContext): PlannedCall | GateError {
  const reading = readInput(grammarOf(command.parameters), [], 0, input);
  if (reading.problems.length > 0) {
    return new GateError('VALIDATION_ERROR', 'reading', { hint: '', details: reading.problems });
  }
  const { workspace, directory = workspace, terminal = false } = call;
  return command.plan(reading.input, {
    session: { id: 's', workspace, directory },
    caller: { name: 'tester', may: 'everything' },
    secrets: reading.secrets ?? [],
    terminal,
  });
}

/** Plans a call that gives words. */
export function planWords(command: ProgramCommand, words: readonly string[], call: CallContext) {
  const reading = readArguments(grammarOf(command.parameters), words);
  if (reading.problems.length > 0) {
    return new GateError('VALIDATION_ERROR', 'reading', { hint: '', details: reading.problems });
  }
  return planInput(command, reading.input, call);
}

export function asPlan(result: PlannedCall | GateError): ProgramPlan {
  return asCall(result).plan;
}

export function asCall(result: PlannedCall | GateError): PlannedCall {
  if (result instanceof GateError) throw new Error(JSON.stringify({ ...result, message: result.message }));
  return result;
}

export function asError(result: PlannedCall | GateError): GateError {
  if (!(result instanceof GateError)) throw new Error(`A plan: ${JSON.stringify(result)}`);
  return result;
}

/** Runs a plan for real, as plainly as can be. */
export function runPlan({ program, args, name, directory, environment, stdin }: ProgramPlan) {
  const { status, stdout, stderr } = spawnSync(program, [...args], {
    argv0: name,
    cwd: directory,
    env: { ...environment },
    input: stdin ?? '',
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}
