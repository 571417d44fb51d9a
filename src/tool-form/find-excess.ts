import { exceeded } from './budget.js';
import { below } from './json-pointer.js';
import type { Limits } from './limits.js';
import type { ToolFormError } from './tool-form-error.js';
import { isArray, isObject, type Value } from './value.js';

/** Whether a template is nested too deeply or holds too much, asked before anything else walks through it. */
export function findExcess(template: Value, limits: Limits, pointer: string): ToolFormError | undefined {
  let count = 0;
  const look = (value: Value, at: string, depth: number): ToolFormError | undefined => {
    if (depth > limits.depth) return exceeded('depth', at);
    if (++count > limits.visits) return exceeded('visits', at);
    if (!isArray(value) && !isObject(value)) return undefined;
    for (const [name, inner] of Object.entries(value)) {
      const found = look(inner, below(at, name), depth + 1);
      if (found) return found;
    }
    return undefined;
  };
  return look(template, pointer, 0);
}
