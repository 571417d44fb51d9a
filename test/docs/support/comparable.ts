import { basename } from 'node:path';

/** What differs from run to run and says nothing about behaviour. */
const volatile = new Set(['duration_ms', 'request_id', 'cwd', 'timestamp', 'run_id', 'session_id']);
const runId = /\brun_\w+/g;
const moment = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z/g;

/** JSON text as a value that can be compared: without volatile fields, every moment and every run the same. */
export function comparable(json: string): unknown {
  return JSON.parse(json, (key, value: unknown) => {
    if (volatile.has(key)) return '…';
    // The same program lies in other places elsewhere.
    if (key === 'program' && typeof value === 'string') return basename(value);
    return typeof value === 'string' ? value.replace(moment, '…').replace(runId, 'run_…') : value;
  });
}
