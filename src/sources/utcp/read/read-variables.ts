// The environment that a template gives its programs.

import { quoteForReport } from '../../../documents/quote-for-report.js';
import { ruleOf } from '../../../planning/forbidden-names.js';
import { isObject, kindOf } from '../../../shape/kind-of.js';
import type { Fields } from '../../parameters/check-fields.js';
import type { Parts } from '../tool.js';
import { checkCertain } from './check-arguments.js';
import { either } from './either.js';
import { given } from './given.js';
import { isOwners, readText } from './placeholders.js';
import type { Reading } from './reading.js';

type Reader = Omit<Reading, 'environment' | 'inherited' | 'toolPath'>;

const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

export function readEnvironment(reading: Reader): ReadonlyMap<string, Parts> {
  const { template, path, report, scope, dialect } = reading;
  const environment = new Map<string, Parts>();
  const { name: field, value: written } = either(template, ['environment', 'env_vars'], path, report);
  if (written === undefined) return environment;
  if (!isObject(written)) {
    report.error(
      [...path, field],
      `Must be an object of names and texts, not ${kindOf(written)}.`,
      'Write {"LANG": "C"}.',
    );
    return environment;
  }
  for (const [name, value] of Object.entries(written)) {
    const place = [...path, field, name];
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    if (text === null) continue;
    if (!variableName.test(name)) {
      const fix = 'Use letters, digits and "_".';
      report.error(place, `${quoteForReport(name)} cannot be the name of a variable.`, fix, 'key');
    } else if (typeof text !== 'string' || text.includes('\0')) {
      report.error(
        place,
        `Must be text, not ${typeof text === 'string' ? 'a NUL' : kindOf(text)}.`,
        'Write it as text.',
      );
    } else environment.set(name, checkValue(name, readText(text, dialect, scope, 0, place)));
  }
  return environment;

  function checkValue(name: string, parts: Parts): Parts {
    const place = [...path, field, name];
    const rule = ruleOf(name);
    if (rule && rule.rule !== 'free' && !isOwners(parts)) {
      const fix = 'Write it literally, or ask the owner to define it in "variables".';
      report.error(place, `The environment variable ${name} ${rule.reason}: no input may set it.`, fix);
    }
    // One that is nothing but an input which was not given is left out.
    if (parts.length > 1) checkCertain(parts, scope, place);
    return parts;
  }
}

/** An empty list says more than none: the program gets what the template sets, and nothing else. */
export function inheritsNothing(template: Fields): boolean {
  const written = given(template, 'inherit_env_vars');
  return Array.isArray(written) && written.length === 0;
}

/** Those that the owner lets it have. */
export function readInherited({ template, path, report, options }: Reader): readonly string[] {
  const written = given(template, 'inherit_env_vars');
  const place = [...path, 'inherit_env_vars'];
  if (written === undefined) return [];
  if (!Array.isArray(written)) {
    report.error(place, `Must be a list of names, not ${kindOf(written)}.`, 'Write ["LANG"].');
    return [];
  }
  return written.flatMap((name: unknown, index): readonly string[] => {
    if (typeof name !== 'string' || !variableName.test(name)) {
      report.error([...place, index], 'This cannot be the name of a variable.', 'Use letters, digits and "_".');
    } else if (options.environment.includes(name)) return [name];
    // Every program has the search path of the gate.
    else if (name !== 'PATH') {
      const fix = `Ask the owner to add it to this manual: "environment": ["${name}"].`;
      report.hint([...place, index], `The programs do not get the gate's variable ${name}.`, fix);
    }
    return [];
  });
}
