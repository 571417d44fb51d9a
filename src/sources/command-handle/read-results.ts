import { isObject, kindOf } from '../../shape/kind-of.js';
import type { Value } from '../../tool-form/value.js';
import type { DefinitionReport } from '../parameters/definition-report.js';

const exitCode = /^(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])$/;

/** Templates that say what an exit means, by exit code, `signal` and `default`. */
export function readResults(value: unknown, report: DefinitionReport): ReadonlyMap<string, Value> {
  if (value === undefined) return new Map();
  if (!isObject(value)) {
    report.error(['results'], `Must be an object, not ${kindOf(value)}.`, 'Write templates by exit code: {"0": …}.');
    return new Map();
  }
  for (const key of Object.keys(value)) {
    if (exitCode.test(key) || key === 'signal' || key === 'default') continue;
    const fix = 'Use an exit code from "0" to "255", "signal" or "default".';
    report.error(['results', key], 'This is not an exit code.', fix, 'key');
  }
  return new Map(Object.entries(value) as [string, Value][]);
}
