// Paths and secrets among the parameters. What says "path" or "secret" in a place where that could not be kept is an
// error: an author who wrote it counts on it.

import type { KeyPath } from '../../documents/document.js';
import { follow, readPointer } from '../../tool-form/json-pointer.js';
import type { Value } from '../../tool-form/value.js';
import type { JsonSchema } from '../../vocabulary/command.js';
import { type Fields, fieldOf } from './check-fields.js';
import type { DefinitionReport } from './definition-report.js';
import { walkSchema } from './walk-schema.js';

export const isPathSchema = (schema: Fields): boolean => fieldOf(schema, 'format') === 'path';

export const isSecretSchema = (schema: Fields): boolean =>
  fieldOf(schema, 'writeOnly') === true || fieldOf(schema, 'format') === 'password';

/** Where in the input paths stand: names of properties, and `*` for every element of an array. */
export function findPathPlaces(
  schema: JsonSchema,
  base: KeyPath,
  report: DefinitionReport,
): readonly (readonly string[])[] {
  const places: string[][] = [];
  walkSchema(schema, base, (inner, path) => {
    if (!isPathSchema(inner)) return;
    const place = toPlace(path.slice(base.length));
    if (place === undefined) {
      const fix = 'Describe the path directly under "properties" or "items".';
      report.error([...path, 'format'], 'A path here could not be kept inside the workspace.', fix);
    } else if (!canBeText(inner)) {
      report.error(
        [...path, 'format'],
        'Only text can be a path.',
        'For a list, write "format": "path" under "items".',
      );
    } else places.push(place);
  });
  return places;
}

/** The steps through the input, of a schema that is reached through properties and items alone. */
function toPlace(path: KeyPath): string[] | undefined {
  const steps: string[] = [];
  for (let at = 0; at < path.length; at++) {
    if (path[at] === 'properties') steps.push(String(path[++at]));
    else if (path[at] === 'items') steps.push('*');
    else return undefined;
  }
  return steps.length === 0 ? undefined : steps;
}

function canBeText({ type }: Fields): boolean {
  return type === undefined || [type].flat().includes('string');
}

/** A secret is kept with the option that holds it, so it has to be described there. */
export function checkSecretPlaces(schema: JsonSchema, base: KeyPath, report: DefinitionReport): void {
  walkSchema(schema, base, (inner, path) => {
    if (!isSecretSchema(inner) || path[base.length] === 'properties') return;
    const keyword = fieldOf(inner, 'writeOnly') === true ? 'writeOnly' : 'format';
    const fix = 'Describe the secret directly under "properties".';
    report.error([...path, keyword], 'A secret here would be shown and recorded.', fix);
  });
}

/** What is a path or a secret at one place would not be one where it is only referred to. */
export function checkReferences(schema: JsonSchema, base: KeyPath, report: DefinitionReport): void {
  walkSchema(schema, base, (inner, path) => {
    for (const target of targetsOf(inner, schema)) {
      if (!holdsGuarded(target.schema, schema, new Set())) continue;
      const message = 'This refers to a path or a secret, which would not be treated as one here.';
      report.error([...path, target.keyword], message, 'Write the schema inline here.');
    }
  });
}

function holdsGuarded(schema: unknown, root: JsonSchema, seen: Set<unknown>): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  let found = false;
  walkSchema(schema, [], (inner) => {
    found ||= isPathSchema(inner) || isSecretSchema(inner);
    found ||= targetsOf(inner, root).some((target) => holdsGuarded(target.schema, root, seen));
  });
  return found;
}

/** The schemas inside of `root` that one refers to. Whatever lies outside cannot be used anyway. */
function targetsOf(schema: Fields, root: JsonSchema): readonly { keyword: string; schema: unknown }[] {
  const reference = fieldOf(schema, '$ref');
  if (typeof reference !== 'string' || !/^(?:#|$)/.test(reference)) return [];
  const target = findTarget(reference.slice(1), root);
  return target === undefined ? [] : [{ keyword: '$ref', schema: target }];
}

function findTarget(fragment: string, root: JsonSchema): unknown {
  const pointer = fragment === '' || fragment.startsWith('/') ? readPointer(decode(fragment)) : undefined;
  if (pointer) return follow(root as Value, pointer);
  let found: unknown;
  walkSchema(root, [], (inner) => {
    if (fieldOf(inner, '$anchor') === fragment) found ??= inner;
  });
  return found;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
