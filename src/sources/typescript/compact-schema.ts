// The JSON Schema that a library gives → without what costs an agent tokens and tells it nothing.
import { isObject } from '../../shape/kind-of.js';
import type { JsonSchema } from '../../vocabulary/command.js';

export function compactSchema(schema: JsonSchema, vendor: string | undefined): JsonSchema {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(withPlainChoices(schema, vendor))) {
    if (key === '$schema' || (key === 'pattern' && typeof schema.format === 'string')) continue;
    if (value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER) continue;
    kept[key] = isObject(value) && key !== 'default' ? compactSchema(value, vendor) : value;
  }
  return kept;
}

/**
 * arktype writes each choice as a branch, and `undefined`, which JSON does not have, as a branch that allows anything:
 * such an argument would have neither a type nor choices.
 */
function withPlainChoices(schema: JsonSchema, vendor: string | undefined): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (vendor !== 'arktype' || !Array.isArray(anyOf)) return withTypeOfChoices(schema);
  const branches = anyOf.filter((branch) => isObject(branch) && Object.keys(branch).length > 0);
  const [only] = branches;
  if (branches.length === 1 && isObject(only)) return withPlainChoices({ ...only, ...rest }, vendor);
  if (branches.length > 1 && branches.every(isChoice)) {
    return withTypeOfChoices({ ...rest, enum: branches.map((branch) => branch.const) });
  }
  return branches.length > 1 ? { ...schema, anyOf: branches } : rest;
}

function isChoice(branch: unknown): branch is { readonly const: unknown } {
  return isObject(branch) && Object.keys(branch).length === 1 && Object.hasOwn(branch, 'const');
}

function withTypeOfChoices(schema: JsonSchema): JsonSchema {
  const { type, enum: choices } = schema;
  if (type !== undefined || !Array.isArray(choices) || choices.length === 0) return schema;
  return choices.every((choice) => typeof choice === 'string') ? { type: 'string', ...schema } : schema;
}
