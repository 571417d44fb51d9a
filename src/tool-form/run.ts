import type { Budget } from './budget.js';
import type { Node } from './node.js';
import type { Scope } from './scope.js';

/** One rendering: what it sees and what it may still spend. */
export interface Run {
  readonly scope: Scope;
  readonly budget: Budget;
}

export type Evaluate = (run: Run) => Node;

/**
 * What the args encoding can know about a value before there are arguments: a null, an object, or anything else.
 * It is decided here so that data cannot change it.
 */
export type Shape = 'null' | 'object' | 'other';

/** A compiled piece of a template. */
export interface Compiled {
  readonly evaluate: Evaluate;
  readonly shape: Shape;
  /** It reads no arguments. */
  readonly constant: boolean;
}
