// The Standard Schema interface (version 1), as far as cmdgate uses it: zod, valibot, arktype and others have it.
import type { CheckResult, JsonSchema } from '../../vocabulary/command.js';

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
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Libraries that can describe themselves as JSON Schema offer it in one of these places. */
interface SelfDescribing {
  readonly '~standard'?: { readonly jsonSchema?: { input?: (options: { target: string }) => unknown } };
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
      if (typeof described === 'object' && described !== null) return compact(described as JsonSchema);
    } catch {
      // Not every type can be written as JSON Schema; the schema still checks the values.
    }
  }
  return undefined;
}

/** Without what costs an agent tokens and tells it nothing. */
function compact(schema: JsonSchema): JsonSchema {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$schema' || (key === 'pattern' && typeof schema.format === 'string')) continue;
    if (value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER) continue;
    const isSchema = typeof value === 'object' && value !== null && !Array.isArray(value) && key !== 'default';
    kept[key] = isSchema ? compact(value as JsonSchema) : value;
  }
  return kept;
}

function toCheckResult(result: SchemaResult<unknown>): CheckResult {
  if (typeof result !== 'object' || result === null) return refused();
  // Neither an answer nor a reason: a schema that breaks its own rules has not said yes.
  if (!result.issues) return 'value' in result ? { ok: true, value: result.value } : refused();
  return { ok: false, problems: result.issues.map(describeIssue) };
}

function describeIssue(issue: SchemaIssue): string {
  const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
  return `is not valid${path ? ` at ${path}` : ''}: ${issue.message}`;
}

function refused(): CheckResult {
  return { ok: false, problems: ['could not be checked'] };
}
