import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { quoteForReport } from '../documents/quote-for-report.js';
import { toReason } from '../documents/to-reason.js';
import { readPlainFile } from '../machine/files/read-plain-file.js';
import { Secret } from './secret.js';

export type Environment = Readonly<Record<string, string | undefined>>;

export type ResolvedSecret =
  | { readonly ok: true; readonly secret: Secret }
  | { readonly ok: false; readonly message: string; readonly fix: string };

const largestFile = 64 * 1024;

/** A token travels in an HTTP header, a credential in the environment of a program. */
export type SecretKind = 'token' | 'credential';

/** Fetches the value behind `env:NAME` or `file:path` (relative to `directory`). What it says never holds the value. */
export function resolveSecret(
  reference: string,
  directory: string,
  environment: Environment,
  kind: SecretKind = 'token',
): ResolvedSecret {
  return reference.startsWith('env:')
    ? fromEnvironment(reference.slice('env:'.length), environment, kind)
    : fromFile(resolve(directory, reference.slice('file:'.length)), kind);
}

function fromEnvironment(name: string, environment: Environment, kind: SecretKind): ResolvedSecret {
  const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
  if (value === undefined || value === '') {
    const state = value === undefined ? 'not set' : 'empty';
    return {
      ok: false,
      message: `The environment variable ${name} is ${state}.`,
      fix: `Set ${name} before you start.`,
    };
  }
  return toSecret(value, `The environment variable ${name}`, kind);
}

function fromFile(path: string, kind: SecretKind): ResolvedSecret {
  const what = `The secret file ${quoteForReport(path)}`;
  const fix = 'Write a path relative to the configuration file, to a file that you can read.';
  try {
    const stats = statSync(path);
    if (!stats.isFile()) return { ok: false, message: `${what} is not a file.`, fix };
    if (stats.size > largestFile) {
      return { ok: false, message: `${what} is larger than ${largestFile} bytes.`, fix: 'Name the right file.' };
    }
    const value = String(readPlainFile(path, largestFile) ?? '').trim();
    if (value === '') return { ok: false, message: `${what} is empty.`, fix: 'Write the secret into it.' };
    return toSecret(value, what, kind);
  } catch (error) {
    return { ok: false, message: `${what} cannot be read (${toReason(error)}).`, fix };
  }
}

function toSecret(value: string, what: string, kind: SecretKind): ResolvedSecret {
  if (kind === 'credential') {
    return value.includes('\0')
      ? { ok: false, message: `${what} contains a NUL character.`, fix: 'Write the credential as text.' }
      : { ok: true, secret: new Secret(value) };
  }
  // Nothing else can stand in a header.
  if (!/^[\x21-\x7e]+$/.test(value)) {
    return {
      ok: false,
      message: `${what} contains a space, a line break or a non-ASCII character, which a token cannot have.`,
      fix: 'Use a token of printable ASCII characters without spaces.',
    };
  }
  return { ok: true, secret: new Secret(value) };
}
