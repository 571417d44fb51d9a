// One physical line → one request. It says everything that is wrong with it, and quotes nothing: a line may hold secrets.

import { describeJsonHazard } from '../../command-line/describe-json-hazard.js';
import { findJsonFault } from '../../execution/process/output/json/find-json-fault.js';
import { isObject } from '../../shape/kind-of.js';
import { findJsonHazard, type JsonHazard } from '../../vocabulary/find-json-hazard.js';
import { GateError, type Problem } from '../../vocabulary/gate-error.js';
import { redactText } from '../../vocabulary/look-alikes.js';
import { commandName } from '../../vocabulary/names.js';
import { longestLineBytes, type PhysicalLine } from './input/split-lines.js';
import type { BrokenLine, Fields, PlanLine } from './plan-line.js';
import { mayRefer, refersSomewhere } from './references/reference.js';

const noOptions: Fields = {};
const example = '{"_cmd":"help","path":["exec"],"_opts":{"quiet":true}}';

/** The words of names that were seen before: a plan uses few of them, often. */
const paths = new Map<string, readonly string[]>();
const mostPaths = 1_000;
const longestName = 1_000;

export function readPlanLine(line: PhysicalLine): PlanLine {
  const { number } = line;
  if ('problem' in line) {
    const [what, hint] = unreadable[line.problem];
    return broken(number, null, [], what, hint);
  }
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch {
    return notJson(number, line.text);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return broken(number, null, [], 'it is not a JSON object', `Write one object per line, as in ${example}`);
  }
  const hazard = findJsonHazard(line.text, value);
  if (hazard) return ambiguous(number, hazard);
  const { _cmd: cmd, _opts: options = noOptions, ...input } = value as Record<string, unknown>;
  const path = typeof cmd === 'string' ? pathOf(cmd) : undefined;
  if (typeof cmd !== 'string' || !path || !isObject(options)) return misshapen(number, cmd, path, options);
  const refers = mayRefer(line.text) && (refersSomewhere(input) || refersSomewhere(options));
  return { number, cmd, path, options, input, refers };
}

function pathOf(cmd: string): readonly string[] | undefined {
  const known = paths.get(cmd);
  if (known) return known;
  if (cmd.length > longestName) return undefined;
  const path = cmd.split('.');
  if (!path.every((word) => commandName.test(word))) return undefined;
  if (paths.size >= mostPaths) paths.clear();
  paths.set(cmd, path);
  return path;
}

const unreadable = {
  'too-long': [
    `it is longer than ${longestLineBytes} bytes`,
    'End each request with a newline; pass large texts as files',
  ],
  'not-utf8': ['it is not valid UTF-8', 'Send the line as UTF-8'],
} as const;

function notJson(number: number, text: string): BrokenLine {
  const fault = findJsonFault(text);
  const place = fault ? `: ${lowerFirst(fault.message)} at column ${fault.column}` : '';
  const problem = { code: 'INVALID_JSON', message: `The line is not JSON${place}` };
  return broken(number, null, [problem], `it is not JSON${place}`, `Write one JSON object per line, as in ${example}`);
}

/** JSON that does not say one thing, or more than can be kept. */
function ambiguous(number: number, hazard: JsonHazard): BrokenLine {
  const { code, what, hint } = describeJsonHazard(hazard);
  return broken(number, null, [{ code, message: upperFirst(what), hint }], what, hint);
}

/** JSON, but no request. */
function misshapen(number: number, cmd: unknown, path: readonly string[] | undefined, options: unknown): BrokenLine {
  const problems: Problem[] = [];
  if (cmd === undefined) {
    problems.push({
      code: 'MISSING_ARGUMENT',
      field: '_cmd',
      message: '_cmd is missing',
      hint: `Put the name of the command in _cmd, as in ${example}`,
    });
  } else if (!path) {
    problems.push({
      code: 'INVALID_VALUE',
      field: '_cmd',
      message: typeof cmd === 'string' ? '_cmd is not a valid command name' : '_cmd is not text',
      hint: 'Join the words of the command with dots, as in "account.create"; standard options go into _opts',
    });
  }
  if (!isObject(options)) {
    problems.push({
      code: 'INVALID_TYPE',
      field: '_opts',
      message: '_opts is not an object',
      hint: 'Write _opts as an object, as in {"quiet":true}',
    });
  }
  const what = problems.map(({ message }) => message).join(', ');
  const hint = problems.map((problem) => problem.hint).join('; ');
  // What was meant as a name may be a whole command line, with secrets in it.
  const shown = typeof cmd === 'string' ? redactText(cmd.slice(0, longestName)) : null;
  return broken(number, shown, problems, what, hint);
}

function broken(
  number: number,
  cmd: string | null,
  details: readonly Problem[],
  what: string,
  hint: string,
): BrokenLine {
  const message = `Line ${number} is not a valid request: ${what}`;
  return { number, cmd, error: new GateError('DISPATCH_PARSE_ERROR', message, { hint, details }) };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
