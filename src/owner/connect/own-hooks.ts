// Which hooks in a client's file are ours: those that run `cmdgate hook <client>`.

import { readPlainFile } from '../../machine/files/read-plain-file.js';
import type { Setting } from './clients.js';
import { valueAt } from './edit-json.js';

const mostBytes = 16 * 1024 * 1024;

export function ownEntries(file: string, path: readonly string[], client: string): readonly unknown[] {
  return entriesAt(file, path).filter((entry) => isOwn(entry, client));
}

/** Whether anybody else uses the same file. */
export function hasOthers(file: string, added: readonly Pick<Setting, 'path'>[], client: string): boolean {
  const top = new Set(added.map(({ path }) => path[0] ?? ''));
  return [...top].some((key) => {
    const events = Object.values((readValue(file, [key]) ?? {}) as Readonly<Record<string, unknown>>);
    return events.flat().some((entry) => !isOwn(entry, client));
  });
}

function isOwn(entry: unknown, client: string): boolean {
  const lines = [...JSON.stringify(entry).matchAll(/"command":"((?:[^"\\]|\\.)*)"/g)].map(([, line = '']) => line);
  return lines.length > 0 && lines.every((line) => new RegExp(`cmdgate(?:\\.js)?'? hook ${client}\\b`).test(line));
}

function entriesAt(file: string, path: readonly string[]): readonly unknown[] {
  const there = readValue(file, path);
  return Array.isArray(there) ? there : [];
}

function readValue(file: string, path: readonly string[]): unknown {
  try {
    return valueAt(readPlainFile(file, mostBytes)?.toString('utf8') ?? '', path);
  } catch {
    return undefined;
  }
}
