// A JSONPath (RFC 9535) that an agent wrote, run over what a program printed: bounded, whatever both of them are.

import { setImmediate } from 'node:timers/promises';
import { Budget } from '../../../../tool-form/budget.js';
import { parseQueryExpression } from '../../../../tool-form/expressions/parse-expression.js';
import type { Query } from '../../../../tool-form/expressions/query.js';
import { selectAll, selectInTurns } from '../../../../tool-form/expressions/run-query.js';
import { defaultLimits } from '../../../../tool-form/limits.js';
import type { Run } from '../../../../tool-form/run.js';
import { Scope } from '../../../../tool-form/scope.js';
import { ToolFormError } from '../../../../tool-form/tool-form-error.js';
import type { Value } from '../../../../tool-form/value.js';

/** About a quarter of a second, in turns. */
const freeVisits = 3_000_000;

/** A path without several ".." looks at each value a few times, and few are shorter than eight bytes with their names. */
const visitsForByte = 2;

/** About twenty milliseconds: then others get their turn. */
const visitsInTurn = 250_000;

/** One condition cannot be left in the middle. */
const mostVisitsInTurn = 1_000_000;

export const deepestValue = 500;

const longestPath = 1_000;

/** What queries may do, each of them or several together. */
export class QueryWork {
  readonly #limits = { ...defaultLimits, depth: deepestValue, visits: freeVisits };
  readonly budget = new Budget(this.#limits);
  #turnEnd = 0;

  constructor() {
    this.#startTurn();
  }

  /** More to look at may take longer. */
  allowFor(bytes: number): void {
    this.#limits.visits += bytes * visitsForByte;
  }

  /** Undefined while it is not the turn of others. */
  turn(signal: AbortSignal | undefined): Promise<void> | undefined {
    if (this.budget.visits < this.#turnEnd) return undefined;
    return setImmediate().then(() => {
      signal?.throwIfAborted();
      this.#startTurn();
    });
  }

  #startTurn(): void {
    this.#turnEnd = this.budget.visits + visitsInTurn;
    this.budget.startTurn(mostVisitsInTurn);
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
   * is nested too deeply. `bytes` is how much of it is new. Others get their turns meanwhile.
   */
  async selectInTurns(root: Value, bytes: number, signal?: AbortSignal): Promise<readonly Value[] | 'too-much'> {
    const turn = () => this.#work.turn(signal);
    try {
      return await selectInTurns(this.#query, this.#runOver(root, bytes), turn);
    } catch (error) {
      return asTooMuch(error);
    }
  }

  /** The same in one go: all queries that share their work do at most what fits into one turn. */
  select(root: Value, bytes: number): readonly Value[] | 'too-much' {
    try {
      return selectAll(this.#query, null, this.#runOver(root, bytes), '');
    } catch (error) {
      return asTooMuch(error);
    }
  }

  #runOver(root: Value, bytes: number): Run {
    this.#work.allowFor(bytes);
    return { scope: new Scope(root), budget: this.#work.budget };
  }
}

function asTooMuch(error: unknown): 'too-much' {
  if (error instanceof ToolFormError && error.code === 'LIMIT_EXCEEDED') return 'too-much';
  throw error;
}
