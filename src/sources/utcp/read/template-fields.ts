// The fields of call templates that mean something, and what is so near to one that it would be a broken promise to
// pass over it. Everything else in a template is somebody else's.

import { editDistance } from '../../../command-line/nearest.js';
import type { KeyPath } from '../../../documents/document.js';
import { quoteForReport } from '../../../documents/quote-for-report.js';
import type { Fields } from '../../parameters/check-fields.js';
import type { DefinitionReport } from '../../parameters/definition-report.js';

export const templateFields = [
  ...['command', 'args', 'working_directory', 'environment', 'timeout', 'shell', 'capture_output'],
  ...['commands', 'env_vars', 'inherit_env_vars', 'working_dir', 'command_name', 'auth'],
];

export const stepFields = ['command', 'append_to_final_output'];

/** What other formats call a field. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ...['cwd', 'dir', 'directory', 'workdir', 'workdirectory'].map((name) => [name, 'working_directory'] as const),
  ...['env', 'envs', 'environmentvariables'].map((name) => [name, 'environment'] as const),
  ...['arguments', 'argv', 'params'].map((name) => [name, 'args'] as const),
  ...['cmd', 'program', 'executable'].map((name) => [name, 'command'] as const),
  ...['timeoutms', 'timeoutseconds', 'timeoutsec'].map((name) => [name, 'timeout'] as const),
]);

export function checkNearMisses(
  object: Fields,
  known: readonly string[],
  path: KeyPath,
  report: DefinitionReport,
): void {
  for (const [name, value] of Object.entries(object)) {
    if (value === null || known.includes(name)) continue;
    const meant = meantBy(name, known);
    if (meant === undefined) continue;
    const unit = meant === 'timeout' ? ' It is in seconds.' : '';
    const message = `Unknown field ${quoteForReport(name)}.`;
    report.error([...path, name], message, `Did you mean "${meant}"?${unit}`, 'key');
  }
}

function meantBy(name: string, known: readonly string[]): string | undefined {
  const plain = plainName(name);
  const other = elsewhere.get(plain);
  if (other !== undefined && known.includes(other)) return other;
  const limit = plain.length > 6 ? 2 : plain.length > 2 ? 1 : 0;
  return known.find((field) => editDistance(plain, plainName(field), limit) <= limit);
}

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');
