import type { ArgumentProfile } from './argument-characters.js';
import type { Limits } from './limits.js';
import type { Node } from './node.js';
import type { Compiled, Run } from './run.js';
import type { ToolFormError } from './tool-form-error.js';
import type { Value, ValueObject } from './value.js';

/** Checks a value against one JSON Schema. */
export type SchemaCheck = (value: Value | undefined) => boolean;

export interface TemplateOptions {
  readonly limits?: Partial<Limits>;
  /** Where the template stands in its document; places in errors start with it. */
  readonly pointer?: string;
  /** What `$include` may take parts of: by default, the template itself. */
  readonly document?: Value;
  /** Loads what `$include` names outside the document. Without it there is nothing outside. */
  readonly include?: (reference: string) => Value | undefined;
  /** Compiles a JSON Schema for `$match` and `$matches`, which cannot be used without it. Throws if it is not one. */
  readonly compileSchema?: (schema: Value) => SchemaCheck;
  /** JSON Pointers of the arguments that the template may read; by default all of them. */
  readonly readable?: readonly string[];
  /** Which characters a program's arguments may hold. */
  readonly characters?: ArgumentProfile;
}

/** What compiling a directive needs from the rest of the compiler. */
export interface Compiler {
  readonly options: TemplateOptions;
  readonly document: Value;
  /** Adds a mistake of the template that does not keep the rest from being compiled. */
  report(error: ToolFormError): void;
  /** Compiles any template. */
  compile(template: Value, at: string): Compiled;
  /** Compiles plain properties as an object, without looking for directives among them. */
  compileRecord(properties: readonly Property[], at: string, undefinedEntries?: 'keep'): Compiled;
}

/** A property of an object in the template. */
export interface Property {
  readonly name: string;
  readonly value: Value;
  /** A directive that stands among the properties and is compiled already. */
  readonly compiled?: Compiled;
}

/** The object that a directive stands in. */
export interface Place {
  /** The directive's value. */
  readonly value: Value;
  /** The whole object, as written. */
  readonly object: ValueObject;
  /** The place of the object, and of the directive in it. */
  readonly objectAt: string;
  readonly at: string;
  /** The object's properties but its operators and modifiers, in order, the directive among them. */
  readonly properties: readonly Property[];
  /** The same without the directive. */
  readonly siblings: readonly Property[];
}

export type CompileDomain = (compiler: Compiler, place: Place) => Compiled;

/** A step behind the domain directive: it turns what came out of the step before into something else. */
export interface Operator {
  readonly at: string;
  readonly apply: (input: Node, run: Run) => Node;
  readonly constant: boolean;
}

export type CompileOperator = (compiler: Compiler, place: Place) => Operator;
