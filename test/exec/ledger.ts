// The fixture program exec-ledger, as a process, in a directory of its own.

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { finish, makeDirectory, start } from '../cli/process.js';

export const program = fileURLToPath(new URL('../fixtures/exec-ledger/ledger.mjs', import.meta.url));

export interface Envelope {
  readonly ok: boolean;
  readonly data: Record<string, unknown> | null;
  readonly error: { code: string; message: string; hint: string; phase: string; details?: object[] } | null;
  readonly warnings: readonly unknown[];
  readonly meta: Readonly<Record<string, unknown>> & { _cmd: string | null; _line: number | null; exit_code: number };
}

export interface Answered {
  readonly code: number | null;
  readonly answers: readonly Envelope[];
  readonly stderr: string;
  readonly cwd: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export function startLedger(words: readonly string[], { cwd = makeDirectory(), environment = {} }: RunOptions = {}) {
  const child = start(process.execPath, [program, ...words], { cwd, environment });
  return { child, cwd };
}

/** Runs `exec` over these lines; an object is written as JSON. */
export async function exec(
  lines: readonly (string | object)[],
  words: readonly string[] = [],
  options: RunOptions = {},
): Promise<Answered> {
  const { child, cwd } = startLedger(['exec', ...words], options);
  child.stdin.end(toText(lines));
  return { ...(await readAll(child)), cwd };
}

export function toText(lines: readonly (string | object)[]): string {
  return lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
}

export async function readAll(child: ChildProcessWithoutNullStreams): Promise<Omit<Answered, 'cwd'>> {
  const { code, stdout, stderr } = await finish(child);
  return { code, answers: parseAnswers(stdout), stderr };
}

export function parseAnswers(stdout: string): Envelope[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Envelope);
}

/** What the commands of the plan left behind. */
export function bookIn(cwd: string): readonly Record<string, unknown>[] {
  const file = join(cwd, 'book.jsonl');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** The short form: which line, and the code of its error or `ok`. */
export function codes(answers: readonly Envelope[]): string[] {
  return answers.map(({ error, meta }) => `${meta._line} ${error ? error.code : 'ok'}`);
}

/** The published schema of the envelope: closed, with five keys. */
export function expectEnvelope(answer: Envelope): void {
  expect(Object.keys(answer)).toEqual(['ok', 'data', 'error', 'warnings', 'meta']);
  expect(answer.ok).toBe(answer.error === null);
  expect(answer.ok ? typeof answer.data : answer.data).toBe(answer.ok ? 'object' : null);
  expect(Array.isArray(answer.warnings)).toBe(true);
  expect(answer.meta).toMatchObject({
    duration_ms: expect.any(Number),
    request_id: expect.any(String),
    schema_version: expect.stringMatching(/^\d+\.\d+$/),
    exit_code: expect.any(Number),
    ok: answer.ok,
  });
}

export async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error('It did not happen within 20 s.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
