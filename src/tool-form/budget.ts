import type { Limits } from './limits.js';
import { runWithin, tookTooLong } from './run-within.js';
import { ToolFormError } from './tool-form-error.js';
import { isArray, isObject, type Value } from './value.js';

/** No regular expression that somebody would write takes long on so little text. */
const shortText = 16;
/** A tame one does not take long on this. */
const longText = 1_000;
/** All regular expressions of one rendering together. */
const longestMatchMs = 1_000;

/** What one rendering may still spend. */
export class Budget {
  readonly limits: Limits;
  #evaluations = 0;
  #expansion = 0;
  #visits = 0;
  #output = 0;
  #matchMs = 0;

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
    if (this.#visits > this.limits.visits) throw exceeded('visits', at);
  }

  produce(size: number, at: string): void {
    this.#output += size;
    if (this.#output > this.limits.output) throw exceeded('output', at);
  }

  /** Whether a text matches. Arguments choose the text, and most regular expressions have one that they are slow on. */
  match(pattern: RegExp, text: string, at: string): boolean {
    if (text.length <= (isTame(pattern) ? longText : shortText)) return pattern.test(text);
    const start = performance.now();
    const matches = runWithin(longestMatchMs - this.#matchMs, () => pattern.test(text));
    this.#matchMs += performance.now() - start;
    if (matches !== tookTooLong && this.#matchMs < longestMatchMs) return matches;
    throw new ToolFormError('LIMIT_EXCEEDED', 'A regular expression takes too long here.', at);
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

/** Repeats little, and nothing that repeats in itself: its time grows with the square of the text at most. */
function isTame({ source }: RegExp): boolean {
  return !/\)[*+?{]/.test(source) && (source.match(/[*+]|,\}/g)?.length ?? 0) <= 2;
}
