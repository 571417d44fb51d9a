// The Standard Schema interface (version 1), as far as cmdgate uses it: zod, valibot, arktype and others have it.
import { isObject } from '../../shape/kind-of.js';
import type { CheckResult, InputCheck, InputIssue, JsonSchema } from '../../vocabulary/command.js';
import { compactSchema } from './compact-schema.js';

export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

interface SchemaIssue {
  readonly message: string;
  readonly path?: Iterable<PropertyKey | { readonly key: PropertyKey }> | undefined;
}

/** Libraries that can describe themselves as JSON Schema offer it in one of these places. */
interface SelfDescribing {
  readonly '~standard'?: {
    readonly vendor?: string;
    readonly jsonSchema?: { input?: (options: { target: string }) => unknown };
  };
  readonly toJSONSchema?: () => unknown;
  readonly toJsonSchema?: () => unknown;
}

export function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  const standard = (value as Partial<StandardSchema>)['~standard'];
  return typeof standard === 'object' && standard !== null && typeof standard.validate === 'function';
}

/** What the schema says about a value. A schema that throws has refused it. */
export function checkWithSchema(schema: StandardSchema, value: unknown): CheckResult | Promise<CheckResult> {
  try {
    const result = schema['~standard'].validate(value);
    const later = typeof (result as Partial<PromiseLike<unknown>>)?.then === 'function';
    return later
      ? Promise.resolve(result).then(toCheckResult).catch(refused)
      : toCheckResult(result as SchemaResult<unknown>);
  } catch {
    return refused();
  }
}

/** What the schema says about all arguments together: each problem with its place. */
export function checkInputWithSchema(schema: StandardSchema, input: unknown): InputCheck | Promise<InputCheck> {
  try {
    const result = schema['~standard'].validate(input);
    const later = typeof (result as Partial<PromiseLike<unknown>>)?.then === 'function';
    return later
      ? Promise.resolve(result)
          .then(toInputCheck)
          .catch(() => refusedInput())
      : toInputCheck(result as SchemaResult<unknown>);
  } catch {
    return refusedInput();
  }
}

/** The schema as JSON Schema, where its library can tell; otherwise `undefined`. */
export function describeAsJsonSchema(schema: unknown): JsonSchema | undefined {
  const { '~standard': standard, toJSONSchema, toJsonSchema } = schema as SelfDescribing;
  const describers = [
    () => standard?.jsonSchema?.input?.({ target: 'draft-2020-12' }),
    () => toJSONSchema?.call(schema),
    () => toJsonSchema?.call(schema),
  ];
  for (const describe of describers) {
    try {
      const described = describe();
      if (typeof described === 'object' && described !== null)
        return compactSchema(described as JsonSchema, standard?.vendor);
    } catch {
      // Not every type can be written as JSON Schema; the schema still checks the values.
    }
  }
  return undefined;
}

function toCheckResult(result: SchemaResult<unknown>): CheckResult {
  if (typeof result !== 'object' || result === null) return refused();
  // Neither an answer nor a reason: a schema that breaks its own rules has not said yes.
  if (!result.issues) return 'value' in result ? { ok: true, value: result.value } : refused();
  return { ok: false, problems: Array.from(result.issues, describeIssue) };
}

function describeIssue(issue: SchemaIssue): string {
  const path = pathOf(issue).join('.');
  return `is not valid${path ? ` at ${path}` : ''}: ${issue.message}`;
}

/** Read item by item, as the issues are: the lists of arktype are of a class of their own, whose `map` adds an item. */
function pathOf({ path = [] }: SchemaIssue): readonly string[] {
  return Array.from(path, (part) => String(typeof part === 'object' ? part.key : part));
}

function toInputCheck(result: SchemaResult<unknown>): InputCheck {
  if (!isObject(result)) return refusedInput();
  const { issues } = result;
  if (issues)
    return { ok: false, issues: Array.from(issues, (issue) => ({ path: pathOf(issue), message: issue.message })) };
  const { value } = result as { readonly value?: unknown };
  return isObject(value) ? { ok: true, value } : refusedInput('their schema does not return an object');
}

function refusedInput(message = 'they could not be checked'): InputCheck {
  const issue: InputIssue = { path: [], message };
  return { ok: false, issues: [issue] };
}

function refused(): CheckResult {
  return { ok: false, problems: ['could not be checked'] };
}
