import type { TextPattern } from '../patterns/text-pattern.js';
import type { Limits } from './limits.js';
import { ToolFormError } from './tool-form-error.js';
import { isArray, isObject, type Value } from './value.js';

/** A step of a regular expression costs this much less than a value that is looked at. */
const matchWorkForVisit = 4;

/** What one rendering may still spend. */
export class Budget {
  readonly limits: Limits;
  #evaluations = 0;
  #expansion = 0;
  #visits = 0;
  #output = 0;
  #turnEnd = Number.POSITIVE_INFINITY;

  constructor(limits: Limits) {
    this.limits = limits;
  }

  evaluate(at: string): void {
    if (++this.#evaluations > this.limits.evaluations) throw exceeded('evaluations', at);
  }

  expand(count: number, at: string): void {
    this.#expansion += count;
    if (this.#expansion > this.limits.expansion) throw exceeded('expansion', at);
  }

  visit(count: number, at: string): void {
    this.#visits += count;
    if (this.#visits > this.limits.visits || this.#visits > this.#turnEnd) throw exceeded('visits', at);
  }

  /** How many values were looked at. */
  get visits(): number {
    return this.#visits;
  }

  /** From here to the next turn, at most so many values are looked at. */
  startTurn(visits: number): void {
    this.#turnEnd = this.#visits + visits;
  }

  produce(size: number, at: string): void {
    this.#output += size;
    if (this.#output > this.limits.output) throw exceeded('output', at);
  }

  /** Whether a text matches. Its length is paid for, and nothing else: patterns run on an automaton. */
  match(pattern: TextPattern, text: string, at: string): boolean {
    return pattern.test(text, (work) => this.visit(Math.ceil(work / matchWorkForVisit), at));
  }

  /** Charges for a value that is about to be used, and so bounds its depth for all that walk through it later. */
  produceValue(value: Value | undefined, at: string, depth = 0): void {
    if (typeof value === 'string') {
      this.produce(value.length, at);
      return;
    }
    if (depth > this.limits.depth) throw exceeded('depth', at);
    if (isArray(value)) {
      this.produce(1 + value.length, at);
      for (const item of value) this.produceValue(item, at, depth + 1);
    } else if (isObject(value)) {
      for (const [name, inner] of Object.entries(value)) {
        this.produce(1 + name.length, at);
        this.produceValue(inner, at, depth + 1);
      }
    } else {
      this.produce(value instanceof Uint8Array ? value.length : 1, at);
    }
  }
}

export function exceeded(limit: keyof Limits, at: string): ToolFormError {
  return new ToolFormError('LIMIT_EXCEEDED', `The limit "${limit}" is exceeded here.`, at);
}
