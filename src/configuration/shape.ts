// What a description of the configuration file can say about a value, and which TypeScript type that is.

interface Described {
  readonly description: string;
  /** As the documentation shows it. */
  readonly default?: string;
}

export interface TextShape extends Described {
  readonly type: 'text';
  /** What the text is, after "must be". */
  readonly what: string;
  readonly pattern: string;
  readonly maximumLength: number;
  readonly example: string;
  /** A reference to a secret: what stands there is never shown, because it may be the secret itself. */
  readonly secret?: true;
  /** It may be a secret as well as a plain value: it is used, and shown nowhere. */
  readonly hidden?: true;
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
  readonly items: TextShape | SourceShape;
}

/** Text, or an object that says the same and more. */
export interface SourceShape extends Described {
  readonly type: 'source';
  readonly text: TextShape;
  readonly object: ObjectShape;
}

export interface ObjectShape extends Described {
  readonly type: 'object';
  readonly keys: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
}

/** An object whose keys the owner chooses. */
export interface NamedShape extends Described {
  readonly type: 'named';
  readonly namePattern: string;
  readonly longestName: number;
  readonly values: ObjectShape | TextShape;
}

/** A file by its path, or what would stand in it: whoever it is for reads and checks it. */
export interface DocumentShape extends Described {
  readonly type: 'document';
  readonly text: TextShape;
  /** The schema of what stands in it, beside that of the configuration. */
  readonly schema: string;
}

export interface EitherShape extends Described {
  readonly type: 'either';
  readonly boolean: BooleanShape;
  readonly object: ObjectShape;
}

/** Everything, nothing, or what is listed. */
export interface ExtentShape extends Described {
  readonly type: 'extent';
  readonly boolean: BooleanShape;
  readonly list: ListShape;
}

export type Shape =
  | TextShape
  | IntegerShape
  | BooleanShape
  | ListShape
  | SourceShape
  | ObjectShape
  | NamedShape
  | DocumentShape
  | EitherShape
  | ExtentShape;

/** What a file holds where it fits the description. */
export type ValueOf<S> = S extends { type: 'text' }
  ? string
  : S extends { type: 'integer' }
    ? number
    : S extends { type: 'boolean' }
      ? boolean
      : S extends { type: 'list'; items: infer Items }
        ? readonly ValueOf<Items>[]
        : S extends { type: 'object'; keys: infer Keys }
          ? { readonly [Key in keyof Keys]?: ValueOf<Keys[Key]> }
          : S extends { type: 'named'; values: infer Values }
            ? Readonly<Record<string, ValueOf<Values>>>
            : S extends { type: 'either'; object: infer Value }
              ? boolean | ValueOf<Value>
              : S extends { type: 'extent'; list: infer List }
                ? boolean | ValueOf<List>
                : S extends { type: 'source'; object: infer Value }
                  ? string | ValueOf<Value>
                  : S extends { type: 'document' }
                    ? string | Readonly<Record<string, unknown>>
                    : never;
