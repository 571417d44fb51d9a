import type { ArgumentProfile } from '../argument-characters.js';
import type { Budget } from '../budget.js';
import type { Node } from '../node.js';

export interface EncodingContext {
  readonly at: string;
  readonly budget: Budget;
  readonly characters: ArgumentProfile;
  /** The value of `$indent` beside the directive. */
  readonly indent: () => Node | undefined;
  /** The value of `$content` beside the directive. */
  readonly content: () => Node | undefined;
}

export type Encoding = (node: Node, context: EncodingContext) => Node;
