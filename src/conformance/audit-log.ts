import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { isObject, isText, type JsonObject } from './json.js';

const patienceMs = 1000;
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

/** The entries of an audit log: one JSON object a line, or one JSON array. A missing file has none. */
export async function readAuditLog(file: string): Promise<readonly JsonObject[]> {
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

/** The entries for a command; waits a little for a log that is written with a delay. */
export async function entriesFor(file: string, command: string, before: number): Promise<readonly JsonObject[]> {
  const words = (text: unknown) => (typeof text === 'string' ? text.trim().replace(/\s+/g, ' ') : undefined);
  for (let waited = 0; ; waited += 100) {
    const entries = (await readAuditLog(file)).slice(before).filter((entry) => words(entry.command) === words(command));
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
