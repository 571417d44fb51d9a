import type { CompletionContext, ParameterType, Suggestion } from '../../vocabulary/command.js';
import type { StandardSchema } from './standard-schema.js';

/** What a schema cannot say about an argument. */
export interface ArgDetails {
  readonly description?: string;
  readonly examples?: readonly string[];
  readonly short?: string;
  readonly aliases?: readonly string[];
  /** Given by place instead of by name; a number says at which place. */
  readonly positional?: boolean | number;
  /** Takes all remaining words; the schema is that of the whole list. */
  readonly variadic?: boolean;
  readonly secret?: boolean;
  /** `true`: must stay inside the workspace. `false`: is no path, whatever it looks like. */
  readonly path?: boolean;
  /** Of a path: it has to lead to a file, or to a directory, when the arguments are checked. */
  readonly mustExist?: 'file' | 'directory';
  /** How many bytes its text may have, in UTF-8. */
  readonly maxBytes?: number;
  /** Values that could be given here, for whoever is typing. It only looks things up, and has a second. */
  complete?(typed: string, context: CompletionContext): readonly Suggestion[] | Promise<readonly Suggestion[]>;
  /** For schemas that cannot describe themselves as JSON Schema. */
  readonly type?: ParameterType;
}

/** The same about a property of `input`: by place are those that `positional` names. */
export type PropertyDetails = Omit<ArgDetails, 'positional'>;

/** A typed argument: a Standard Schema and what goes with it. */
export interface Arg<Output = unknown> extends ArgDetails {
  readonly schema: StandardSchema<unknown, Output>;
}

/** An argument described by a schema of zod, valibot, arktype or any other Standard Schema library. */
export function arg<Input, Output>(schema: StandardSchema<Input, Output>, details: ArgDetails = {}): Arg<Output> {
  return { ...details, schema: schema as StandardSchema<unknown, Output> };
}
