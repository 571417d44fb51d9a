// The environment of a program, from what a definition says: names and values are checked, nothing is inherited.

import type { Problem } from '../vocabulary/gate-error.js';
import { ruleOf } from './forbidden-names.js';
import { shown } from './show-text.js';

export interface EnvironmentRules {
  /**
   * Names that the owner lets these definitions set in spite of the list; `GIT_*` stands for all that start so.
   * `author`: all whose values hold nothing from arguments.
   */
  readonly allow: readonly string[] | 'author';
  /** The names whose values hold something from the arguments of the call. */
  readonly fromArguments: ReadonlySet<string>;
}

export type ReadEnvironment =
  | { readonly ok: true; readonly environment: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Values are never repeated in a problem: they may be secrets. */
export function readEnvironment(written: unknown, rules: EnvironmentRules): ReadEnvironment {
  if (written === undefined || written === null) return { ok: true, environment: emptyEnvironment() };
  if (typeof written !== 'object' || Array.isArray(written)) {
    return {
      ok: false,
      problems: [
        {
          code: 'INVALID_ENVIRONMENT_VALUE',
          field: 'environment',
          message: 'The environment is not an object of names and values.',
          hint: 'Write it like {"LANG": "C"}',
        },
      ],
    };
  }
  const environment = emptyEnvironment();
  const problems: Problem[] = [];
  for (const [name, value] of Object.entries(written)) {
    if (value === undefined || value === null) continue;
    const text = textOf(value);
    const nameProblem = findNameProblem(name, rules);
    const valueProblem = findValueProblem(text);
    if (nameProblem) problems.push(nameProblem);
    if (valueProblem) problems.push(refuseValue(name, valueProblem));
    if (text !== undefined) environment[name] = text;
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, environment };
}

/** Without a prototype: whoever copies it must not find inherited keys, and `__proto__` is a name like any other. */
function emptyEnvironment(): Record<string, string> {
  return Object.create(null) as Record<string, string>;
}

function findNameProblem(name: string, rules: EnvironmentRules): Problem | undefined {
  const field = fieldOf(name);
  if (!isName(name)) {
    return {
      code: 'INVALID_ENVIRONMENT_NAME',
      field,
      message: `The environment variable${shown(name)} has an invalid name.`,
      hint: 'Use letters, digits and "_", not starting with a digit (e.g., LOG_LEVEL)',
    };
  }
  const known = ruleOf(name);
  if (!known || known.rule === 'free' || isAllowed(name, rules)) return undefined;
  if (known.rule === 'forbidden') {
    return {
      code: 'FORBIDDEN_ENVIRONMENT_NAME',
      field,
      message: `The environment variable ${name} is refused: it ${known.reason}.`,
      hint: 'Remove it; only the owner of the gate can allow this name',
    };
  }
  if (!rules.fromArguments.has(name)) return undefined;
  return {
    code: 'FORBIDDEN_ENVIRONMENT_NAME',
    field,
    message: `The environment variable ${name} may not contain values from arguments: it ${known.reason}.`,
    hint: 'Write its value literally in the definition; only the owner of the gate can allow it to come from arguments',
  };
}

const longestName = 255;

function isName(name: string): boolean {
  return name.length <= longestName && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

/** Whatever its case, as the list is read. */
function isAllowed(name: string, { allow, fromArguments }: EnvironmentRules): boolean {
  if (allow === 'author') return !fromArguments.has(name);
  const upper = name.toUpperCase();
  return allow.some((pattern) => {
    const wanted = pattern.toUpperCase();
    return wanted.endsWith('*') ? upper.startsWith(wanted.slice(0, -1)) : upper === wanted;
  });
}

/** The canonical text of a scalar. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  // Past this, digits were lost when the number was read.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return undefined;
  return String(value);
}

function findValueProblem(text: string | undefined): string | undefined {
  if (text === undefined) return 'is not text, a boolean or an exact number';
  if (text.includes('\0')) return 'contains a NUL character';
  return text.isWellFormed() ? undefined : 'contains half of a surrogate pair';
}

function refuseValue(name: string, reason: string): Problem {
  return {
    code: 'INVALID_ENVIRONMENT_VALUE',
    field: fieldOf(name),
    message: `The value of the environment variable${shown(name)} ${reason}.`,
    hint: 'Use plain text; write large numbers as text',
  };
}

function fieldOf(name: string): string {
  return isName(name) ? `environment.${name}` : 'environment';
}
