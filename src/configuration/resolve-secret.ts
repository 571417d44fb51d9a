import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { quoteForReport } from './configuration-error.js';
import { Secret } from './secret.js';

export type Environment = Readonly<Record<string, string | undefined>>;

export type ResolvedSecret =
  | { readonly ok: true; readonly secret: Secret }
  | { readonly ok: false; readonly message: string; readonly fix: string };

const largestFile = 64 * 1024;

/** Fetches the value behind `env:NAME` or `file:path` (relative to `directory`). What it says never holds the value. */
export function resolveSecret(reference: string, directory: string, environment: Environment): ResolvedSecret {
  return reference.startsWith('env:')
    ? fromEnvironment(reference.slice('env:'.length), environment)
    : fromFile(resolve(directory, reference.slice('file:'.length)));
}

function fromEnvironment(name: string, environment: Environment): ResolvedSecret {
  const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
  if (value === undefined || value === '') {
    const state = value === undefined ? 'not set' : 'empty';
    return {
      ok: false,
      message: `The environment variable ${name} is ${state}.`,
      fix: `Set ${name} before you start.`,
    };
  }
  return toSecret(value, `The environment variable ${name}`);
}

function fromFile(path: string): ResolvedSecret {
  const what = `The secret file ${quoteForReport(path)}`;
  const fix = 'Write a path relative to the configuration file, to a file that you may read.';
  try {
    const stats = statSync(path);
    // Before opening: reading a pipe would wait for ever.
    if (!stats.isFile()) return { ok: false, message: `${what} is not a file.`, fix };
    if (stats.size > largestFile) {
      return { ok: false, message: `${what} is larger than ${largestFile} bytes.`, fix: 'Name the right file.' };
    }
    const value = readFileSync(path, 'utf8').trim();
    if (value === '') return { ok: false, message: `${what} is empty.`, fix: 'Write the secret into it.' };
    return toSecret(value, what);
  } catch (error) {
    return { ok: false, message: `${what} cannot be read (${toReason(error)}).`, fix };
  }
}

function toSecret(value: string, what: string): ResolvedSecret {
  // A token travels in an HTTP header, where nothing else can stand.
  if (!/^[\x21-\x7e]+$/.test(value)) {
    return {
      ok: false,
      message: `${what} holds a blank, a line break or a character outside ASCII, which no token can contain.`,
      fix: 'Use a token of printable ASCII characters without blanks.',
    };
  }
  return { ok: true, secret: new Secret(value) };
}

/** Why the file system refused, without its message: that repeats the path. */
export function toReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known: Readonly<Record<string, string>> = {
    ENOENT: 'it does not exist',
    EACCES: 'permission denied',
    EISDIR: 'it is a directory',
    ENOTDIR: 'a part of the path is not a directory',
    ELOOP: 'its links form a loop',
  };
  return known[code] ?? (code === '' ? 'it is not readable' : code);
}
