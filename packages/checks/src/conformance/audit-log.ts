import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isObject, isText, type JsonObject } from './json.js';

const patienceMs = 1000;
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

/**
 * The entries of an audit log: one JSON object a line, or one JSON array. A missing file has none. A directory is that
 * of a ledger, with many such files: what is said there before a run has ended is no entry of section 8.3.
 */
async function readAuditLog(path: string): Promise<readonly JsonObject[]> {
  const names = await readdir(path, { recursive: true }).catch(() => undefined);
  if (!names) return await readFileOf(path);
  const files = names.filter((name) => name.endsWith('.jsonl')).map((name) => join(path, name));
  const entries = (await Promise.all(files.map(readFileOf))).flat();
  // What was said when a run began is not said again when it ends.
  const begun = new Map(entries.filter(({ type }) => type === 'start').map((entry) => [entry.run, entry]));
  const ends = entries.filter(({ success }) => success !== undefined);
  return ends.map((end) => ({ ...begun.get(end.run), ...end })).sort(byTime);
}

const byTime = (a: JsonObject, b: JsonObject) => (String(a.timestamp) < String(b.timestamp) ? -1 : 1);

async function readFileOf(file: string): Promise<readonly JsonObject[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    const whole: unknown = JSON.parse(text);
    if (Array.isArray(whole)) return whole.filter(isObject);
  } catch {
    // Not one document: one a line.
  }
  return text.split('\n').flatMap((line) => {
    try {
      const entry: unknown = JSON.parse(line);
      return isObject(entry) ? [entry] : [];
    } catch {
      return [];
    }
  });
}

/** The entries for a command. */
export async function entriesFor(path: string, command: string): Promise<readonly JsonObject[]> {
  const words = (text: unknown) => (typeof text === 'string' ? text.trim().replace(/\s+/g, ' ') : undefined);
  return (await readAuditLog(path)).filter((entry) => words(entry.command) === words(command));
}

/** Those that came after the first ones; waits a little for a log that is written with a delay. */
export async function newEntriesFor(path: string, command: string, before: number): Promise<readonly JsonObject[]> {
  for (let waited = 0; ; waited += 100) {
    const entries = (await entriesFor(path, command)).slice(before);
    if (entries.length > 0 || waited >= patienceMs) return entries;
    await delay(100);
  }
}

/** What section 8.3 asks of an entry and this one does not have. */
export function problemsOf(entry: JsonObject): readonly string[] {
  const problems: string[] = [];
  if (typeof entry.timestamp !== 'string' || !isoTime.test(entry.timestamp)) problems.push('timestamp is not ISO 8601');
  if (!isText(entry.command)) problems.push('command is not text');
  if (typeof entry.parsed_command !== 'string') problems.push('parsed_command is not text');
  if (typeof entry.success !== 'boolean') problems.push('success is not true or false');
  if (entry.error_code !== undefined && entry.error_code !== null && typeof entry.error_code !== 'string') {
    problems.push('error_code is not text');
  }
  if (typeof entry.duration_ms !== 'number' || entry.duration_ms < 0) problems.push('duration_ms is not a duration');
  return problems;
}
