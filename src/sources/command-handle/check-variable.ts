import type { KeyPath } from '../../documents/document.js';
import { readEnvironment } from '../../planning/read-environment.js';
import type { Value } from '../../tool-form/value.js';
import { asSentence, type DefinitionReport } from '../parameters/definition-report.js';
import type { HandleOptions } from './handle.js';

/** Whether a program may be given a variable of this name, by whoever gives its value. */
export function checkVariable(
  name: string,
  value: Value,
  from: 'definition' | 'arguments',
  { environment: allow }: HandleOptions,
  report: DefinitionReport,
  path: KeyPath,
): void {
  const fromArguments = new Set(from === 'arguments' ? [name] : []);
  const read = readEnvironment(Object.fromEntries([[name, value]]), { allow, fromArguments });
  for (const { message, hint = 'Choose another name' } of read.ok ? [] : read.problems) {
    report.error(path, message, asSentence(hint), 'key');
  }
}
