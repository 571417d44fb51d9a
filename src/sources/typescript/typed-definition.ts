// A definition whose handlers know their arguments, however deep it is nested.
//
// TypeScript infers all of it as one type, `D`, and then checks it against the types that are made from `D`. Inferring
// and checking are kept apart, because a definition that is checked against itself can have any field: `Inferred` is
// `Mirror<D>` while `D` is unknown, and `TypedDefinition<D>`, an ordinary type with ordinary errors, from then on.

import type { JsonSchema } from '../../vocabulary/command.js';
import type { Context } from '../../vocabulary/context.js';
import type { Arg, PropertyDetails } from './arg.js';
import type {
  ArgumentDefinition,
  ArgumentDetails,
  ArgumentRecord,
  CommandDefinition,
  CommandDefinitions,
  CommandDetails,
  SchemaRecord,
} from './definition.js';
import type { StandardSchema } from './standard-schema.js';

/** What TypeScript infers `D` from, and what it checks the same value against. */
export type Inferred<D, Checked> = [D] extends [unknown] ? Checked : Mirror<D>;

/**
 * `T`, or its fields one by one: an object that has a function without types of its own is not inferred as a whole.
 */
type Mirror<T> = T & { readonly [Key in keyof T]: Mirror<T[Key]> };

/** One command, whose handler's arguments come from its fields `arguments` and `args`. */
export interface TypedDefinition<D> extends CommandDetails {
  /** Its arguments: a list, or an object of schemas or of arguments by name. */
  readonly arguments?: undefined extends Field<D, 'input'> ? TypedArguments<Field<D, 'arguments'>> : never;
  /** Its arguments as an object of schemas, in place of `arguments`. */
  readonly args?: undefined extends Field<D, 'input'> ? SchemaRecord : never;
  /** One schema for all its arguments, in place of `arguments`: a Standard Schema, or JSON Schema. */
  readonly input?: JsonSchema | StandardSchema<unknown, object>;
  /** The properties of `input` that are given by place, in order. */
  readonly positional?: readonly PropertyOf<Field<D, 'input'>>[];
  /** What `input` cannot say about its properties, by name. */
  readonly details?: { readonly [Name in PropertyOf<Field<D, 'input'>>]?: PropertyDetails };
  /** What runs; a command without one is a group of subcommands. */
  readonly handler?: (args: HandlerArguments<D>, context: Context) => HandlerResult<Field<D, 'outputSchema'>>;
  /** `true`: the handler looks at `context.dryRun`. A function: runs instead of the handler. */
  readonly dryRun?: boolean | ((args: HandlerArguments<D>, context: Context) => unknown);
  /** What a destructive command asks at a terminal: `({ id }) => \`Remove ${id}?\``. A sentence from `description` unless given. */
  readonly confirm?: (args: HandlerArguments<D>) => string;
  /** Commands below this one. */
  readonly subcommands?: TypedDefinitions<Field<D, 'subcommands'>>;
}

/** Commands by name, or a list of commands that have names, each with types of its own. */
export type TypedDefinitions<All> = CommandDefinitions extends All
  ? CommandDefinitions
  : All extends (...parts: never) => unknown
    ? never
    : All extends object
      ? { readonly [Name in keyof All]: TypedOrPlain<All[Name]> }
      : CommandDefinitions;

/** What `defineCommand` gave has been checked. */
type TypedOrPlain<D> = CommandDefinition extends D ? CommandDefinition : TypedDefinition<D>;

/**
 * `undefined` where there is no such field. Each field is asked for on its own: the compiler before TypeScript 6 infers
 * fresh object literals, which extend no type that has fewer fields.
 */
type Field<T, Name> = Name extends keyof T ? T[Name] : undefined;

type TypedArguments<All> = undefined extends All
  ? readonly ArgumentDefinition[] | ArgumentRecord
  : All extends readonly unknown[]
    ? { readonly [Place in keyof All]: ArgumentDefinition<ValueOf<All[Place]>> }
    : { readonly [Name in keyof All]: TypedArgument<All[Name]> };

type TypedArgument<A> = A extends StandardSchema
  ? StandardSchema
  : Field<A, 'schema'> extends StandardSchema
    ? Arg
    : ArgumentDetails<ValueOf<A>>;

interface TypeOfValue {
  string: string;
  path: string;
  datetime: string;
  integer: number;
  number: number;
  boolean: boolean;
  flag: boolean;
  object: Record<string, unknown>;
}

type ItemOf<Items> = Items extends keyof TypeOfValue ? TypeOfValue[Items] : string;

type OneValue<A> =
  Field<A, 'type'> extends 'array'
    ? ItemOf<Field<A, 'items'>>[]
    : Field<A, 'type'> extends infer Type extends keyof TypeOfValue
      ? Field<A, 'enum'> extends readonly (infer Choice)[]
        ? Choice
        : TypeOfValue[Type]
      : unknown;

type ValueOf<A> = Field<A, 'variadic'> extends true ? OneValue<A>[] : OneValue<A>;

type AlwaysThere<A> =
  Field<A, 'required'> extends true
    ? true
    : Field<A, 'type'> extends 'flag'
      ? true
      : Field<A, 'default'> extends NonNullable<unknown>
        ? true
        : false;

type KeyOf<Name> = Name extends `--${infer Key}` ? Key : Name extends string ? Name : never;

// Each ends with one plain object, without a name: an editor and an error show what is in it.

type FromList<A extends readonly unknown[]> = {
  [D in A[number] as AlwaysThere<D> extends true ? KeyOf<Field<D, 'name'>> : never]: ValueOf<D>;
} & {
  [D in A[number] as AlwaysThere<D> extends true ? never : KeyOf<Field<D, 'name'>>]?: ValueOf<D>;
} extends infer All
  ? { [Key in keyof All]: All[Key] }
  : never;

type FromRecord<R> = {
  -readonly [K in keyof R as IsThere<R[K]> extends true ? KeyOf<K> : never]: RecordValue<R[K]>;
} & {
  -readonly [K in keyof R as IsThere<R[K]> extends true ? never : KeyOf<K>]?: RecordValue<R[K]>;
} extends infer All
  ? { [Key in keyof All]: All[Key] }
  : never;

/** A schema says by itself what a value that was not given becomes. */
type IsThere<A> = A extends StandardSchema ? true : Field<A, 'schema'> extends StandardSchema ? true : AlwaysThere<A>;

type RecordValue<A> = A extends StandardSchema
  ? OutputOf<A>
  : Field<A, 'schema'> extends infer S extends StandardSchema
    ? OutputOf<S>
    : ValueOf<A>;

type TypesOf<S> = S extends StandardSchema ? NonNullable<S['~standard']['types']> : never;

type OutputOf<S> = TypesOf<S>['output'];

/** A name that `input` has; any, where it is JSON Schema. */
type PropertyOf<S> = S extends StandardSchema ? keyof TypesOf<S>['input'] & string : string;

/** What a handler gets, inferred from `arguments`, `args` or `input` of its definition. */
export type HandlerArguments<D> =
  Field<D, 'input'> extends infer S
    ? undefined extends S
      ? OneByOne<D>
      : S extends StandardSchema
        ? OutputOf<S>
        : Record<string, unknown>
    : never;

type OneByOne<D> =
  Field<D, 'args'> extends undefined
    ? Field<D, 'arguments'> extends infer A
      ? A extends undefined
        ? Record<never, never>
        : A extends readonly unknown[]
          ? FromList<A>
          : FromRecord<A>
      : never
    : FromRecord<Field<D, 'args'>>;

/** What a handler may return where its output has a schema: that, now or later, or a stream. */
type HandlerResult<S> = S extends StandardSchema
  ? ReadOnly<TypesOf<S>['input']> | PromiseLike<ReadOnly<TypesOf<S>['input']>> | Streamed
  : unknown;

type Streamed = AsyncIterable<unknown> | Generator<unknown, unknown>;

/** What is only written as JSON may be a list that cannot be changed. */
type ReadOnly<T> = T extends readonly (infer Item)[]
  ? readonly ReadOnly<Item>[]
  : T extends (...parts: never) => unknown
    ? T
    : T extends object
      ? { readonly [Key in keyof T]: ReadOnly<T[Key]> }
      : T;
