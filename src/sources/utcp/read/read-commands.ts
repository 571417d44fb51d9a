// The form of current SDKs: a list of command lines.

import { isObject, kindOf } from '../../../shape/kind-of.js';
import type { Step } from '../tool.js';
import { platformOf } from './check-program.js';
import { given } from './given.js';
import { readLine } from './read-line.js';
import type { Reading, ReadSteps } from './reading.js';
import { checkNearMisses, stepFields } from './template-fields.js';

/** Each is planned, judged and shown to whoever approves. */
const mostSteps = 100;

export function readCommands(reading: Reading): ReadSteps {
  const { template, path, report } = reading;
  const commands = given(template, 'commands');
  const place = [...path, 'commands'];
  const result: ReadSteps = { form: 'commands', steps: [], platform: undefined, timeoutMs: undefined };
  const fix = 'Write [{"command": "git status"}].';
  if (!Array.isArray(commands) || commands.length === 0) {
    const what = Array.isArray(commands) ? 'an empty one' : kindOf(commands);
    report.error(place, `Must be a list of commands, not ${what}.`, fix);
    return result;
  }
  if (commands.length > mostSteps) {
    report.error(
      place,
      `The list has ${commands.length} entries; at most ${mostSteps} are allowed.`,
      'Write a script, and run that.',
    );
    return result;
  }
  const steps = commands.flatMap((value: unknown, index): readonly Step[] => {
    const own = [...place, index];
    const text = isObject(value) ? given(value, 'command') : undefined;
    if (isObject(value)) checkNearMisses(value, stepFields, own, report);
    if (!isObject(value) || typeof text !== 'string') {
      report.error(own, 'An entry of "commands" has no command.', 'Write {"command": "git status"}.');
      return [];
    }
    const isLast = index === commands.length - 1;
    const shown = given(value, 'append_to_final_output') ?? isLast;
    if (typeof shown !== 'boolean') {
      report.error([...own, 'append_to_final_output'], `Must be true or false, not ${kindOf(shown)}.`, 'Write true.');
      return [];
    }
    const step = readLine({ text, path: [...own, 'command'], before: index, shown }, reading);
    return step ? [step] : [];
  });
  if (steps.length === commands.length && steps.every(({ kind }) => kind === 'directory')) {
    report.error(place, 'The list only changes the directory, and runs nothing there.', 'Add a command to run.');
  }
  const isWindows = steps.some((step) => step.kind === 'program' && platformOf(step.program) !== undefined);
  return { ...result, steps, platform: isWindows ? 'windows' : undefined };
}
