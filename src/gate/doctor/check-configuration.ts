import { type Check, Checks } from './check.js';
import type { Subject } from './subject.js';

export function checkConfiguration({ file, configuration, problem }: Subject): readonly Check[] {
  const checks = new Checks('configuration');
  if (file === undefined) {
    const fix = "Run 'npx cmdgate init', or name a file with --config";
    checks.warn('No configuration was found: there are no commands to run, and nothing is guarded or recorded', fix);
  } else if (problem) {
    checks.fail(`The configuration cannot be used: ${problem.message}`, 'Fix the file, or set what it refers to');
  } else if (!configuration) {
    const what = `The configuration ${file} was not read because other users can write to it, so its settings are unknown here`;
    checks.fail(what, 'Fix its permissions first');
  } else {
    checks.ok(`The configuration ${file} is valid; the workspace is ${configuration.workspace}`);
    for (const warning of configuration.warnings) checks.warn(warning, 'Change it in the configuration');
  }
  return checks.list;
}
