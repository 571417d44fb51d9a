// What an approval is bound to. Whoever asks with anything else asks again.

import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Run } from './run.js';

/** `files` are those that the program was given: approved is what stood in them. */
export function fingerprintOf(run: Run, policyVersion: string, files: readonly string[]): string {
  const { plan } = run;
  const asked = plan
    ? {
        program: identity(plan.program),
        name: plan.name,
        args: plan.args,
        directory: plan.directory,
        environment: Object.keys(plan.environment).sort(),
        stdin: plan.stdin ? createHash('sha256').update(plan.stdin).digest('hex') : null,
        files: files.map(identity),
      }
    : { input: run.input };
  const bound = { policyVersion, caller: run.caller.name, command: run.path, workspace: run.session.workspace, asked };
  return createHash('sha256').update(JSON.stringify(bound, sorted)).digest('hex');
}

/** A file that was replaced or written to is another one. */
function identity(path: string): readonly unknown[] {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  if (!stats?.isFile()) return [path, stats === undefined ? 'missing' : 'other'];
  return [path, String(stats.dev), String(stats.ino), String(stats.size), String(stats.mtimeNs), String(stats.ctimeNs)];
}

/** The same input gives the same text, in whatever order it was written, and whatever it holds has a text. */
function sorted(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Map) return [...value];
  if (value instanceof Set) return [...value];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
