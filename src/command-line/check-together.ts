// What was read → what the command gets, where all its arguments are checked together.
import type { Command, Input, InputIssue, Parameter } from '../vocabulary/command.js';
import type { Problem } from '../vocabulary/gate-error.js';
import { redacted } from '../vocabulary/look-alikes.js';
import { missingArgument, outOfBounds, valueHint } from './parameter-problems.js';
import type { Reading } from './read-arguments.js';

type Checked = Pick<Command, 'parameters' | 'checkInput'>;

/** Every problem is told at its argument, and none twice. */
export function checkTogether({ parameters, checkInput }: Checked, reading: Reading): Reading {
  if (!checkInput) return reading;
  const { input, problems } = reading;
  for (const { key, type, default: value } of parameters) {
    // A flag that is not there is false, unless the schema wants to know that it is not there.
    if (type === 'flag' && value === false && input[key] === undefined) input[key] = false;
  }
  const written = { ...input };
  const apply = (result: Awaited<ReturnType<typeof checkInput>>): void => {
    if (!result.ok) {
      problems.push(...describeIssues(result.issues, written, parameters, problems));
      return;
    }
    for (const key of Object.keys(input)) delete input[key];
    Object.assign(input, result.value);
    problems.push(...findBroken(written, input, parameters));
  };
  const result = checkInput(written);
  if (!(result instanceof Promise)) {
    apply(result);
    return { ...reading, written };
  }
  return { ...reading, written, pending: [...reading.pending, result.then(apply)] };
}

function describeIssues(
  issues: readonly InputIssue[],
  input: Input,
  parameters: readonly Parameter[],
  known: readonly Problem[],
): readonly Problem[] {
  const told = new Set(known.map(({ field }) => field));
  // What a schema says may quote any value.
  const quotable = !parameters.some(({ secret }) => secret);
  return issues.flatMap(({ path: [name, ...rest], message }) => {
    const place = rest.length > 0 ? ` at ${rest.join('.')}` : '';
    const why = quotable ? `${place}: ${message}` : place;
    const parameter = parameters.find(({ key }) => key === name);
    if (parameter) return told.has(parameter.label) ? [] : [describeAt(parameter, why, input[parameter.key])];
    const hint = 'Change one of the arguments, or leave it out';
    return [{ code: 'INVALID_VALUE', field: 'input', message: `The arguments do not go together${why}`, hint }];
  });
}

function describeAt(parameter: Parameter, why: string, value: unknown): Problem {
  const { label, secret, required } = parameter;
  if (value === undefined) {
    const missing = missingArgument(parameter);
    return required ? missing : { ...missing, message: `The ${label} argument is missing${why}` };
  }
  // Where we know the rule, our words are clearer than a schema's.
  const known = outOfBounds(parameter, value);
  return {
    code: known?.code ?? 'INVALID_VALUE',
    field: label,
    message: `The ${label} argument ${known?.message ?? `is not valid${why}`}`,
    value: secret ? redacted : value,
    hint: known?.hint ?? valueHint(parameter),
  };
}

/** The rules that are not the schema's: of what it made, too. And a path that it renames would not be guarded. */
function findBroken(written: Input, input: Input, parameters: readonly Parameter[]): readonly Problem[] {
  return parameters.flatMap((parameter) => {
    const { key, label, path, secret } = parameter;
    if (path === 'inside' && written[key] !== undefined && input[key] === undefined) {
      const message = `The ${label} argument is a path that its command moves elsewhere`;
      return [{ code: 'INVALID_VALUE', field: label, message, hint: `The author of the command has to keep "${key}"` }];
    }
    const result = parameter.check && input[key] !== written[key] ? parameter.check(input[key]) : undefined;
    if (!result || result instanceof Promise || result.ok) return [];
    return result.problems.map((why) => ({
      code: 'INVALID_VALUE',
      field: label,
      message: `The ${label} argument ${secret ? 'is not valid' : why}`,
      hint: valueHint(parameter),
    }));
  });
}
