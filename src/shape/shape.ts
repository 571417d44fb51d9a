// What a value has to be, as data: one description that is read, checked, written as JSON Schema and shown in the
// documents. Nothing is done with it here, so that a start that checks nothing pays for nothing.

import type { KeyPath } from '../documents/document.js';
import type { JsonSchema } from '../vocabulary/command.js';

interface Described {
  readonly description?: string;
  /** What holds where nothing is said: a value, or a text for the documents where it is not known here. */
  readonly default?: string | number | boolean;
  /** What is wanted of a value of another kind, after "must be". */
  readonly kind?: string;
  /** What to do about a value of another kind. */
  readonly advice?: string;
}

export interface TextShape extends Described {
  readonly type: 'text';
  /** What the text is, after "must be". */
  readonly what: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly example: string;
  /** What is wrong with a text that fits the pattern. */
  readonly refuse?: (text: string) => string | undefined;
  /** What to write: what stands there is never shown, because it may be the secret itself. */
  readonly secret?: (path: KeyPath) => string;
  /** It may be a secret as well as a plain value: it is used, and shown nowhere. */
  readonly hidden?: true;
}

export interface ChoiceShape extends Described {
  readonly type: 'choice';
  readonly values: readonly string[];
  readonly example: string;
}

export interface IntegerShape extends Described {
  readonly type: 'integer';
  readonly minimum: number;
  readonly maximum: number;
}

export interface BooleanShape extends Described {
  readonly type: 'boolean';
}

export interface ListShape extends Described {
  readonly type: 'list';
  readonly items: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly what?: string;
  readonly example?: readonly unknown[];
  /** What is wrong with items that are right one by one. */
  readonly refuse?: (items: readonly unknown[]) => (Problem & { readonly index: number }) | undefined;
}

export interface ObjectShape extends Described {
  readonly type: 'object';
  /** What it is, after "must be"; without it, the place says what is meant. */
  readonly what?: string;
  readonly keys: Shapes;
  readonly required?: readonly string[];
  /** Any object will do, and other keys of it mean nothing. */
  readonly open?: true;
}

/** An object whose keys the owner chooses. */
export interface NamedShape extends Described {
  readonly type: 'named';
  readonly names?: { readonly pattern: string; readonly maxLength: number };
  readonly values: Shape;
}

/** Text or an object that says more, one or several: the value itself says which. */
export interface EitherShape extends Described {
  readonly type: 'either';
  readonly isFirst: (value: unknown) => boolean;
  readonly first: Shape;
  readonly second: Shape;
  /** Whether one that is the first is read as a list of it. */
  readonly wrapsFirst?: true;
}

/** What somebody else reads: an object with this schema. */
export interface UnreadShape extends Described {
  readonly type: 'unread';
  readonly schema: JsonSchema | ObjectShape;
}

/** What only a program can hold, such as a function. */
export interface OwnShape extends Described {
  readonly type: 'own';
  readonly what: string;
  readonly holds: (value: unknown) => boolean;
}

type AnyShape =
  | TextShape
  | ChoiceShape
  | IntegerShape
  | BooleanShape
  | ListShape
  | ObjectShape
  | NamedShape
  | EitherShape
  | UnreadShape
  | OwnShape;

declare const valueType: unique symbol;

/** The type of the values, for the compiler alone. */
export interface Of<T> {
  readonly [valueType]?: () => T;
}

export type Shape<T = unknown> = AnyShape & Of<T>;

export type Shapes = Readonly<Record<string, Shape>>;

/** What a value is that fits the description. */
export type ValueOf<S> = S extends Of<infer T> ? T : never;

type MembersOf<S extends Shapes> = { readonly [Key in keyof S]?: ValueOf<S[Key]> };

export interface Problem {
  /** Which part of the place is meant; the value unless told. */
  readonly part?: 'key' | 'value';
  readonly message: string;
  readonly fix: string;
}

export type Report = (path: KeyPath, problem: Problem) => void;

/** Something that can be seen, on one line. */
export const line = '^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f]*$';

/** More bytes than any machine has. */
export const mostBytes = 2 ** 50;

/** The same value, with a sentence for whoever writes it. */
export function described<S extends Shape>(description: string, shape: S): S {
  return { ...shape, description };
}

export function text(shape: Omit<TextShape, 'type'>): TextShape & Of<string> {
  return { type: 'text', ...shape };
}

export function choice<const T extends string>(values: readonly T[], example: T = values[0] as T) {
  return { type: 'choice', values, example } as ChoiceShape & Of<T>;
}

/** Without a default, `default` says for the documents what holds. */
export function integer<D extends number | string>(
  minimum: number,
  maximum: number,
  usual: D,
  description: string,
): IntegerShape & Of<number> & { readonly default: D } {
  return { type: 'integer', minimum, maximum, default: usual, description };
}

export function flag(usual: boolean | undefined, description: string): BooleanShape & Of<boolean> {
  return { type: 'boolean', ...(usual !== undefined && { default: usual }), description };
}

export const trueOrFalse: BooleanShape & Of<boolean> = { type: 'boolean', advice: 'Write it without quotes.' };

export function list<S extends Shape>(
  items: S,
  more: Omit<ListShape, 'type' | 'items'> = {},
): ListShape & Of<readonly ValueOf<S>[]> {
  return { type: 'list', items, ...more };
}

export function object<const S extends Shapes>(
  keys: S,
  more: Omit<ObjectShape, 'type' | 'keys'> = {},
): Omit<ObjectShape, 'keys'> & { readonly keys: S } & Of<MembersOf<S>> {
  return { type: 'object', keys, ...more };
}

export function named<S extends Shape>(
  names: NamedShape['names'],
  values: S,
  more: Pick<NamedShape, 'default' | 'description'> = {},
): NamedShape & Of<Readonly<Record<string, ValueOf<S>>>> {
  return { type: 'named', ...(names && { names }), values, ...more };
}

export function either<A extends Shape, B extends Shape>(
  isFirst: (value: unknown) => boolean,
  first: A,
  second: B,
  more: Omit<EitherShape, 'type' | 'isFirst' | 'first' | 'second' | 'wrapsFirst'> = {},
): EitherShape & Of<ValueOf<A> | ValueOf<B>> {
  return { type: 'either', isFirst, first, second, ...more };
}

/** One, or a list of alternatives; always read as a list. */
export function oneOrMore<S extends Shape>(
  items: S,
  isOne: (value: unknown) => boolean = (value) => !Array.isArray(value),
): EitherShape & Of<readonly ValueOf<S>[]> {
  const more = list(items, { minItems: 1, maxItems: mostAlternatives });
  return { type: 'either', isFirst: isOne, first: items, second: more, wrapsFirst: true };
}

const mostAlternatives = 1_000;

export function own<T>(what: string, holds: (value: unknown) => boolean): OwnShape & Of<T> {
  return { type: 'own', what, holds };
}

type DefaultsOf<S> = {
  readonly [Key in keyof S as S[Key] extends { readonly default: number } ? Key : never]: ValueOf<S[Key]>;
};

/** The numbers that hold where nothing is said. Elsewhere nothing holds, or it is not known here. */
export function defaultsOf<S extends Shapes>(keys: S): DefaultsOf<S> {
  const known = Object.entries(keys).filter(([, shape]) => typeof shape.default === 'number');
  return Object.fromEntries(known.map(([key, shape]) => [key, shape.default])) as DefaultsOf<S>;
}
