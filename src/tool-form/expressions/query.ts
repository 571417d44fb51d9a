// The parsed form of JSONPath (RFC 9535) queries and conditions.
import type { TextPattern } from '../../patterns/text-pattern.js';
import type { Scalar } from '../value.js';

export type Selector =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'slice'; readonly start?: number; readonly end?: number; readonly step: number }
  | { readonly kind: 'filter'; readonly condition: Condition };

export interface Segment {
  readonly descendant: boolean;
  readonly selectors: readonly Selector[];
}

export interface Query {
  readonly from: 'root' | 'current';
  readonly segments: readonly Segment[];
  /** Only names and indexes, one each: there is at most one result. */
  readonly singular: boolean;
}

export type FunctionName = 'length' | 'count' | 'match' | 'search' | 'value';

export interface Call {
  readonly kind: 'call';
  readonly name: FunctionName;
  readonly operands: readonly Operand[];
  /** The pattern of `match` and `search`, which is always written out in the template. */
  readonly pattern?: TextPattern;
}

export type Operand =
  | { readonly kind: 'literal'; readonly value: Scalar }
  | { readonly kind: 'query'; readonly query: Query }
  | Call;

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

export type Condition =
  | { readonly kind: 'or' | 'and'; readonly left: Condition; readonly right: Condition }
  | { readonly kind: 'not'; readonly condition: Condition }
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly left: Operand; readonly right: Operand }
  | { readonly kind: 'exists'; readonly query: Query }
  | Call;

/** A query followed by transforms: `files[*] | sort | first`. */
export interface SingularExpression {
  readonly query: Query;
  readonly transforms: readonly string[];
}
