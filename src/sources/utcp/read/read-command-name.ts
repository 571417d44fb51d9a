// The older form: a command line, and behind it every input that was given as `--name value`.

import { kindOf } from '../../../shape/kind-of.js';
import type { Argument, Parts } from '../tool.js';
import { checkProgramTexts, platformOf } from './check-program.js';
import { given } from './given.js';
import { readLine } from './read-line.js';
import type { Reading, ReadSteps } from './reading.js';

export function readCommandName(form: 'command_name' | 'provider', reading: Reading): ReadSteps {
  const { template, path, scope, report } = reading;
  const text = given(template, 'command_name');
  const place = [...path, 'command_name'];
  const result: ReadSteps = { form, steps: [], platform: undefined, timeoutMs: undefined };
  if (typeof text !== 'string') {
    report.error(place, `Must be a command line, not ${kindOf(text)}.`, 'Write for example "git status".');
    return result;
  }
  const step = readLine({ text, path: place, before: 0, shown: true }, reading);
  if (step?.kind !== 'program') {
    if (step) report.error(place, 'This is not a program that can take options.', 'Name a program.');
    return result;
  }
  const written = new Set(scope.usedInputs);
  const options = scope.inputs
    .filter((input) => !written.has(input))
    .map((input): Argument => {
      scope.usedInputs.add(input);
      return { kind: 'option', flag: `--${input}`, input };
    });
  const args = [...step.args, ...options];
  const words = args.flatMap(wordsOf);
  checkProgramTexts(
    step.program,
    words,
    words.map(() => place),
    reading,
  );
  return { ...result, steps: [{ ...step, args }], platform: platformOf(step.program) };
}

function wordsOf(argument: Argument): readonly Parts[] {
  if (argument.kind === 'word') return [argument.parts];
  return [[{ kind: 'text', text: argument.flag }], [{ kind: 'input', name: argument.input }]];
}
