// JSON Schema of an older draft → the same rules as JSON Schema 2020-12 writes them. Most tools that are published
// name draft-07. What cannot be said there in the same way is an error: a rule that is read differently is none.

import type { KeyPath } from '../../documents/document.js';
import { quoteForReport } from '../../documents/quote-for-report.js';
import { isObject } from '../../shape/kind-of.js';
import { type Fields, fieldOf } from './check-fields.js';
import type { DefinitionReport } from './definition-report.js';
import { schemaKeywords } from './walk-schema.js';

const newest = 'https://json-schema.org/draft/2020-12/schema';

/** The drafts, in their order. */
const drafts = ['draft-04', 'draft-06', 'draft-07', '2019-09', '2020-12'] as const;

type Draft = (typeof drafts)[number];

const isBefore = (draft: Draft, other: Draft): boolean => drafts.indexOf(draft) < drafts.indexOf(other);

/** `http` or `https`, with or without the empty fragment: all of them are written. */
function readDraft(written: unknown): Draft | undefined {
  if (written === undefined) return '2020-12';
  const form = /^https?:\/\/json-schema\.org\/(?:(draft-0[467])|draft\/(2019-09|2020-12))\/schema#?$/;
  const [, older, newer] = (typeof written === 'string' && form.exec(written)) || [];
  return drafts.find((draft) => draft === (older ?? newer));
}

/** The schema without `$schema` and the name of the whole; undefined where nobody knows its draft. */
export function toNewestDialect(schema: Fields, path: KeyPath, report: DefinitionReport): Fields | undefined {
  const { $schema, $id: _, ...rest } = schema;
  const draft = readDraft($schema);
  if (draft === undefined) {
    const version = typeof $schema === 'string' ? quoteForReport($schema) : '(not text)';
    const message = `Unknown JSON Schema version ${version}.`;
    report.error([...path, '$schema'], message, `Remove it, or write the schema according to ${newest}.`);
    return undefined;
  }
  if (draft === '2020-12') return rest;
  return new Translation(draft, report).translate(draft === 'draft-04' ? withoutId(rest) : rest, path);
}

function withoutId(schema: Fields): Fields {
  const { id: _, ...rest } = schema;
  return typeof schema.id === 'string' ? rest : schema;
}

class Translation {
  readonly #draft: Draft;
  readonly #report: DefinitionReport;

  constructor(draft: Draft, report: DefinitionReport) {
    this.#draft = draft;
    this.#report = report;
  }

  translate(schema: Fields, path: KeyPath): Fields {
    if (isBefore(this.#draft, '2019-09')) this.#checkReference(schema, path);
    const result: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(schema)) {
      for (const [name, rule] of this.#rulesOf(keyword, value, schema, path)) define(result, name, rule);
    }
    return result;
  }

  #rulesOf(keyword: string, value: unknown, schema: Fields, path: KeyPath): readonly (readonly [string, unknown])[] {
    const place = [...path, keyword];
    switch (keyword) {
      case 'items':
        return Array.isArray(value)
          ? [['prefixItems', this.#each(value, place)]]
          : [[keyword, this.#inner(value, place)]];
      case 'additionalItems':
        // Where items is no list, this says nothing, in every draft.
        return Array.isArray(schema.items) ? [['items', this.#inner(value, place)]] : [];
      case 'dependencies':
        return this.#dependencies(value, place);
      case 'exclusiveMinimum':
      case 'exclusiveMaximum':
        return this.#draft === 'draft-04' ? this.#bound(keyword, value, schema, place) : [[keyword, value]];
      case 'minimum':
      case 'maximum':
        return this.#isExclusive(keyword, schema) ? [] : [[keyword, value]];
      case '$recursiveRef':
      case '$recursiveAnchor':
        this.#report.error(
          place,
          `"${keyword}" cannot be used.`,
          'Use "$ref": "#" or name the schema under "$defs".',
          'key',
        );
        return [];
      default:
        return [[keyword, this.#below(keyword, value, place)]];
    }
  }

  #below(keyword: string, value: unknown, place: KeyPath): unknown {
    if (isIn(schemaKeywords.one, keyword)) return this.#inner(value, place);
    if (isIn(schemaKeywords.list, keyword) && Array.isArray(value)) return this.#each(value, place);
    if (!isIn(schemaKeywords.named, keyword) || !isObject(value)) return value;
    const named: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries(value)) define(named, name, this.#inner(inner, [...place, name]));
    return named;
  }

  #inner(value: unknown, place: KeyPath): unknown {
    return isObject(value) ? this.translate(value, place) : value;
  }

  #each(values: readonly unknown[], place: KeyPath): unknown {
    return values.map((value, index) => this.#inner(value, [...place, index]));
  }

  #dependencies(value: unknown, place: KeyPath): readonly (readonly [string, unknown])[] {
    if (!isObject(value)) return [['dependencies', value]];
    const required: Record<string, unknown> = {};
    const schemas: Record<string, unknown> = {};
    for (const [name, one] of Object.entries(value)) {
      if (Array.isArray(one)) define(required, name, one);
      else define(schemas, name, this.#inner(one, [...place, name]));
    }
    const found: [string, unknown][] = [];
    if (Object.keys(required).length > 0) found.push(['dependentRequired', required]);
    if (Object.keys(schemas).length > 0) found.push(['dependentSchemas', schemas]);
    return found;
  }

  /** In draft-04 it says of the other bound whether it is exclusive. */
  #bound(keyword: 'exclusiveMinimum' | 'exclusiveMaximum', value: unknown, schema: Fields, place: KeyPath) {
    const bound = schema[keyword === 'exclusiveMinimum' ? 'minimum' : 'maximum'];
    if (typeof value !== 'boolean') {
      this.#report.error(place, `In draft-04, "${keyword}" is true or false.`, 'Name a newer version in "$schema".');
      return [];
    }
    return value && bound !== undefined ? ([[keyword, bound]] as const) : [];
  }

  #isExclusive(keyword: 'minimum' | 'maximum', schema: Fields): boolean {
    const exclusive = keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
    return this.#draft === 'draft-04' && schema[exclusive] === true;
  }

  /** Up to draft-07 a reference stands alone: whatever is beside it is passed over. */
  #checkReference(schema: Fields, path: KeyPath): void {
    if (fieldOf(schema, '$ref') === undefined) return;
    const ignored = Object.keys(schema).find((name) => !besideReference.has(name));
    if (ignored === undefined) return;
    const message = `Beside "$ref", this version of JSON Schema ignores "${ignored}"; 2020-12 does not.`;
    this.#report.error([...path, ignored], message, 'Remove it, or remove "$schema".', 'key');
  }
}

/** These say nothing about values, or are only the place where others are found. */
const besideReference = new Set([
  ...['$ref', 'title', 'description', '$comment', 'default', 'examples', 'definitions', '$defs', 'deprecated'],
]);

const isIn = (keywords: readonly string[], keyword: string): boolean => keywords.includes(keyword);

/** A plain assignment to `__proto__` would lose it. */
function define(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}
