// What a running gate cannot take over: where it records, what holds its programs, where it listens.

import { isDeepStrictEqual } from 'node:util';
import type { Configuration } from '../../configuration/configuration.js';
import { Secret } from '../../configuration/secret.js';
import { wantsSandbox } from '../opening/open-configured-gate.js';

const keys = [
  ...(['name', 'workspace', 'ledger', 'sandbox', 'snapshots', 'approvals', 'limits', 'http', 'callers'] as const),
  'projectRoot' as const,
];

const calledInTheFile: Partial<Record<keyof Configuration, string>> = { projectRoot: 'workspace' };

/** As they are called in the file; none where everything can be taken over. */
export function findRestartKeys(from: Configuration, to: Configuration): readonly string[] {
  const changed = keys.filter((key) => !isDeepStrictEqual(comparable(from[key]), comparable(to[key])));
  const named = changed.map((key) => calledInTheFile[key] ?? key);
  return [...new Set([...named, ...(wantsSandbox(from) === wantsSandbox(to) ? [] : ['sandbox'])])];
}

/** Two secrets look the same from outside. */
function comparable(value: unknown): unknown {
  if (value instanceof Secret) return { secret: value.reveal() };
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, comparable(one)]));
}
