// A JSONPath (RFC 9535) that an agent wrote, run over what a program printed: bounded, whatever both of them are.

import { Budget } from '../../../../tool-form/budget.js';
import { parseQueryExpression } from '../../../../tool-form/expressions/parse-expression.js';
import type { Query } from '../../../../tool-form/expressions/query.js';
import { selectAll } from '../../../../tool-form/expressions/run-query.js';
import { defaultLimits } from '../../../../tool-form/limits.js';
import { Scope } from '../../../../tool-form/scope.js';
import { ToolFormError } from '../../../../tool-form/tool-form-error.js';
import type { Value } from '../../../../tool-form/value.js';

/** About a second. */
const freeVisits = 10_000_000;

/** A path without several ".." looks at each value a few times, and none is shorter than two bytes with its comma. */
const visitsForByte = 8;

export const deepestValue = 500;

const longestPath = 1_000;

/** What queries may do, each of them or several together. */
export class QueryWork {
  readonly #limits = { ...defaultLimits, depth: deepestValue, visits: freeVisits };
  readonly budget = new Budget(this.#limits);

  /** More to look at may take longer. */
  allowFor(bytes: number): void {
    this.#limits.visits += bytes * visitsForByte;
  }
}

export class JsonQuery {
  readonly #query: Query;
  readonly #work: QueryWork;

  private constructor(query: Query, work: QueryWork) {
    this.#query = query;
    this.#work = work;
  }

  /** The query, or what is wrong with it. */
  static parse(path: string, work = new QueryWork()): JsonQuery | { readonly problem: string } {
    if (path.length > longestPath) return { problem: `The path has more than ${longestPath} characters` };
    try {
      return new JsonQuery(parseQueryExpression(path, ''), work);
    } catch (error) {
      if (error instanceof ToolFormError) return { problem: error.message };
      throw error;
    }
  }

  /**
   * What it selects, in order. `too-much` when all that it was run over needs more work than its length allows, or
   * is nested too deeply. `bytes` is how much of it is new.
   */
  select(root: Value, bytes: number): readonly Value[] | 'too-much' {
    this.#work.allowFor(bytes);
    try {
      return selectAll(this.#query, null, { scope: new Scope(root), budget: this.#work.budget }, '');
    } catch (error) {
      if (error instanceof ToolFormError && error.code === 'LIMIT_EXCEEDED') return 'too-much';
      throw error;
    }
  }
}
