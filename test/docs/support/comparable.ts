import { basename } from 'node:path';

/** What differs from run to run and says nothing about behaviour. */
const volatile = new Set([
  ...['duration_ms', 'request_id', 'cwd', 'timestamp', 'run_id', 'session_id', 'policy_version', 'tool_version'],
  ...['config_sources', 'config_hash', 'trace_id', 'truncation_hint'],
  ...['gate', 'prev', 'hash', 'mac', 'execution_time'],
]);
const id = /\b(run|session|approval|undo)_\w+/g;
const moment = /\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z| \d{2}:\d{2}:\d{2})/g;

/** JSON text as a value that can be compared: without volatile fields, every moment and every run the same. */
export function comparable(json: string): unknown {
  return JSON.parse(json, (key, value: unknown) => {
    if (volatile.has(key)) return '…';
    // The name of the key that an entry is sealed with.
    if (key === 'key' && /^[0-9a-f]{8}$/.test(String(value))) return '…';
    // The same program lies in other places elsewhere.
    if (key === 'program' && typeof value === 'string') return basename(value);
    return typeof value === 'string' ? withoutChance(value) : value;
  });
}

/** Text for a person, in the same way: also how long something took, and which version of the rules decided. */
export function comparableText(text: string): string {
  return withoutChance(text)
    .replace(/\b[\d.]+ m?s\b/g, '… ms')
    .replace(/\b\d+:\d\d left\b/g, '… left')
    .replace(/\b((?:policy_)?version:?) +[0-9a-f]{16}\b/g, '$1 …');
}

function withoutChance(text: string): string {
  return text.replace(moment, '…').replace(id, '$1_…');
}
