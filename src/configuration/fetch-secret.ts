import { dirname } from 'node:path';
import type { KeyPath } from '../documents/document.js';
import { resolveSecret, type SecretKind } from './resolve-secret.js';
import type { Secret } from './secret.js';
import type { Surroundings } from './surroundings.js';

/** The secret behind a reference of the file; what is wrong with it is reported at its place. */
export function fetchSecret(
  reference: string | undefined,
  path: KeyPath,
  { file, environment, report }: Surroundings,
  kind: SecretKind = 'token',
): Secret | undefined {
  if (reference === undefined) return undefined;
  const resolved = resolveSecret(reference, dirname(file), environment, kind);
  if (resolved.ok) return resolved.secret;
  report(path, resolved);
  return undefined;
}

/** Whether a text says where the value is, and is not the value. */
export function isReference(text: string): boolean {
  return /^(?:env|file):/.test(text);
}
