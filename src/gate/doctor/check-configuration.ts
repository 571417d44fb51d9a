import { type Check, Checks } from './check.js';
import type { Subject } from './subject.js';

export function checkConfiguration({ file, configuration, problem }: Subject): readonly Check[] {
  const checks = new Checks('configuration');
  if (file === undefined) {
    const fix = 'Write cmdgate.config.json, or name one with --config';
    checks.warn('No configuration was found: there are no commands to run, and nothing is recorded', fix);
  } else if (problem) {
    checks.fail(`The configuration cannot be used: ${problem.message}`, 'Correct the file, or set what it refers to');
  } else if (!configuration) {
    const what = `The configuration ${file} was not read, because others can write it: what it sets is not known here`;
    checks.fail(what, 'Mend its permissions first');
  } else {
    checks.ok(`The configuration ${file} is whole; the workspace is ${configuration.workspace}`);
    for (const warning of configuration.warnings) checks.warn(warning, 'Change it in the configuration');
  }
  return checks.list;
}
