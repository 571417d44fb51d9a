// What a schema is made of, read from the objects of zod 3, zod 4 and valibot. The Standard Schema interface only says
// whether a value is right, not which values could be; so a schema that takes no word would be found out by every call.

import type { JsonSchema } from '../../vocabulary/command.js';

export interface Structure {
  /** Why nothing that can be typed is ever right. */
  readonly unusable?: { readonly what: string; readonly fix: string };
  /** As far as it is known. */
  readonly json?: JsonSchema;
  /** It makes a date of a text by itself, and takes the 30th of February for the 2nd of March. */
  readonly coercesDate?: boolean;
}

const deepest = 20;
const unknown: Structure = {};

/** Says nothing about schemas of libraries that it does not know. */
export function readStructure(schema: unknown, depth = 0): Structure {
  const node = depth > deepest ? undefined : toNode(schema);
  if (!node) return unknown;
  const { kind } = node;
  const inner = (part: unknown): Structure => readStructure(part, depth + 1);
  const refused = impossible.get(kind);
  if (refused !== undefined) {
    if (!node.coerces) return { unusable: { what: kind, fix: refused } };
    return kind === 'date' ? { json: { type: 'string', format: 'date-time' }, coercesDate: true } : unknown;
  }
  if (node.wrapped !== undefined) return inner(node.wrapped);
  if (node.options) return choice(node.options.map(inner));
  if (node.all) return node.all.map(inner).find(({ unusable }) => unusable) ?? unknown;
  if (kind === 'array') return list(node.item === undefined ? unknown : inner(node.item));
  if (kind === 'object') return object(node, inner);
  if (node.values) return literals(node.values);
  const type = node.coerces && kind !== 'number' ? undefined : types.get(kind);
  if (type === undefined) return unknown;
  return { json: { type: type === 'number' && node.isWhole ? 'integer' : type } };
}

/** The schemas of an object's properties, where they can be asked for; what a transform makes of them does not count. */
export function readEntries(schema: unknown, depth = 0): Readonly<Record<string, unknown>> | undefined {
  const node = depth > deepest ? undefined : toNode(schema);
  if (!node || node.entries) return node?.entries;
  if (node.wrapped !== undefined) return readEntries(node.wrapped, depth + 1);
  const parts = node.all?.map((part) => readEntries(part, depth + 1));
  return parts?.every((part) => part !== undefined) ? Object.assign({}, ...parts) : undefined;
}

const asText = 'Accept text and convert it, e.g. with z.string().transform(…) or v.pipe(v.string(), v.transform(…)).';

/** What can only be made by a program, never typed. */
const impossible: ReadonlyMap<string, string> = new Map([
  ['date', 'Use z.coerce.date() or z.iso.date(), or v.pipe(v.string(), v.isoDate()).'],
  ['bigint', 'Use z.coerce.bigint(), or v.pipe(v.string(), v.digits(), v.transform(BigInt)).'],
  ['map', 'Use z.record(…) or v.record(…), and make the map in the handler.'],
  ['set', 'Use z.array(…) or v.array(…), and make the set in the handler.'],
  ['symbol', asText],
  ['function', asText],
  ['promise', 'Use the schema of what it resolves to.'],
  ['undefined', 'Remove the argument.'],
  ['void', 'Remove the argument.'],
  ['never', 'Remove the argument.'],
  ['nan', 'Use z.number() or v.number().'],
  ['file', 'Use text with path: true, and read the file in the handler.'],
  ['blob', 'Use text with path: true, and read the file in the handler.'],
  ['instance', asText],
]);

const types: ReadonlyMap<string, string> = new Map([
  ['boolean', 'boolean'],
  ['number', 'number'],
  ['int', 'integer'],
  ['string', 'string'],
  ['record', 'object'],
]);

function choice(options: readonly Structure[]): Structure {
  const possible = options.filter(({ unusable }) => !unusable);
  const [first] = options;
  if (possible.length === 0) return first ?? unknown;
  const [only] = possible;
  return options.length === 1 && only ? only : unknown;
}

function list({ unusable, json }: Structure): Structure {
  if (unusable) return { unusable: { ...unusable, what: `a list of ${unusable.what}` } };
  return { json: { type: 'array', ...(json && { items: json }) } };
}

function object({ entries = {} }: Node, inner: (part: unknown) => Structure): Structure {
  const broken = Object.entries(entries).find(([, entry]) => !isOptional(entry) && inner(entry).unusable);
  const found = broken && inner(broken[1]).unusable;
  if (broken && found) return { unusable: { ...found, what: `an object whose "${broken[0]}" is a ${found.what}` } };
  return { json: { type: 'object' } };
}

function isOptional(schema: unknown): boolean {
  return /optional|nullish|default|prefault|catch/i.test(toNode(schema)?.written ?? '');
}

function literals(values: readonly unknown[]): Structure {
  const typed = values.filter((value) => value === null || ['string', 'number', 'boolean'].includes(typeof value));
  if (typed.length === 0 && values.length > 0) {
    return { unusable: { what: 'literal that cannot be typed', fix: asText } };
  }
  const [type, ...more] = new Set(typed.map((value) => typeof value));
  return type === 'string' && more.length === 0 ? { json: { type, enum: typed } } : unknown;
}

/** A schema of one of the libraries, in words that they share. */
interface Node {
  readonly kind: string;
  readonly written: string;
  readonly coerces: boolean;
  readonly isWhole: boolean;
  readonly wrapped?: unknown;
  readonly options?: readonly unknown[];
  /** All of them have to take it. */
  readonly all?: readonly unknown[];
  readonly item?: unknown;
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly values?: readonly unknown[];
}

type Loose = Readonly<Record<string, unknown>>;

function toNode(schema: unknown): Node | undefined {
  try {
    if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) return undefined;
    const { _zod, _def, kind, type } = schema as Loose;
    if (isLoose(_zod) && isLoose(_zod.def)) return fromZod4(_zod.def, _zod.bag);
    if (isLoose(_def) && typeof _def.typeName === 'string') return fromZod3(_def);
    return kind === 'schema' && typeof type === 'string' ? fromValibot(schema as Loose) : undefined;
  } catch {
    // It is no schema of theirs, whatever it looks like.
    return undefined;
  }
}

const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null;
const asList = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined);
const call = (value: unknown): unknown => (typeof value === 'function' ? value() : value);

function fromZod4(def: Loose, bag: unknown): Node {
  const written = String(def.type);
  const isInstance = written === 'custom' && isLoose(bag) && bag.Class !== undefined;
  const checks = asList(def.checks) ?? [];
  const isWhole =
    /int/.test(String(def.format ?? '')) ||
    checks.some((check) => /int/.test(String((check as { _zod?: { def?: Loose } })?._zod?.def?.format ?? '')));
  return {
    ...{ kind: isInstance ? 'instance' : written, written, coerces: def.coerce === true, isWhole },
    // A pipe begins with what is given to it; what a transform takes nobody knows.
    ...wrappedOf(written === 'pipe' ? def.in : written === 'lazy' ? call(def.getter) : def.innerType),
    ...(written === 'union' && { options: asList(def.options) ?? [] }),
    ...(written === 'intersection' && { all: [def.left, def.right] }),
    ...(written === 'array' && { item: def.element }),
    ...(written === 'object' && { entries: (call(def.shape) as Readonly<Record<string, unknown>>) ?? {} }),
    ...(written === 'literal' && { values: asList(def.values) ?? [] }),
  };
}

function fromZod3(def: Loose): Node {
  const written = String(def.typeName).replace(/^Zod/, '');
  const kind = written === 'BigInt' ? 'bigint' : written === 'NaN' ? 'nan' : written.toLowerCase();
  const isPreprocessed = isLoose(def.effect) && def.effect.type === 'preprocess';
  const wrapped: Readonly<Record<string, unknown>> = {
    effects: isPreprocessed ? undefined : def.schema,
    pipeline: def.in,
    lazy: kind === 'lazy' ? call(def.getter) : undefined,
    branded: def.type,
  };
  const options = def.options instanceof Map ? [...def.options.values()] : asList(def.options);
  return {
    ...{ kind, written, coerces: def.coerce === true },
    isWhole: (asList(def.checks) ?? []).some((check) => (check as Loose).kind === 'int'),
    ...wrappedOf(Object.hasOwn(wrapped, kind) ? wrapped[kind] : def.innerType),
    ...(/union/.test(kind) && { options: options ?? [] }),
    ...(kind === 'intersection' && { all: [def.left, def.right] }),
    ...(kind === 'array' && { item: def.type }),
    ...(kind === 'object' && { entries: (call(def.shape) as Readonly<Record<string, unknown>>) ?? {} }),
    ...(kind === 'literal' && { values: [def.value] }),
    ...(kind === 'enum' && { values: asList(def.values) ?? [] }),
  };
}

function fromValibot(schema: Loose): Node {
  const written = String(schema.type);
  const kind = /^(?:strict|loose)_object$|^object_with_rest$/.test(written) ? 'object' : written;
  return {
    ...{ kind, written, coerces: false },
    isWhole: (asList(schema.pipe) ?? []).some((step) =>
      ['integer', 'safe_integer'].includes(String((step as Loose).type)),
    ),
    ...wrappedOf(written === 'lazy' ? call(schema.getter) : schema.wrapped),
    ...(/^(?:union|variant)$/.test(written) && { options: asList(schema.options) ?? [] }),
    ...(written === 'intersect' && { all: asList(schema.options) ?? [] }),
    ...(written === 'array' && { item: schema.item }),
    ...(kind === 'object' && { entries: (schema.entries as Readonly<Record<string, unknown>>) ?? {} }),
    ...(written === 'literal' && { values: [schema.literal] }),
    ...(/^(?:picklist|enum)$/.test(written) && { values: asList(schema.options) ?? [] }),
  };
}

const wrappedOf = (wrapped: unknown): { readonly wrapped?: unknown } => (wrapped === undefined ? {} : { wrapped });
