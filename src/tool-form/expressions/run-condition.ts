import { exceeded } from '../budget.js';
import { countItems } from '../count-items.js';
import type { Run } from '../run.js';
import { compareStrings } from '../total-order.js';
import { isArray, isObject, ownValue, type Value } from '../value.js';
import type { Call, Comparison, Condition, Operand } from './query.js';
import { selectAll, selectOne } from './run-query.js';

/** Whether a condition is true. A query alone asks whether something is there, even if that is false or null. */
export function holds(condition: Condition, current: Value, run: Run, at: string): boolean {
  switch (condition.kind) {
    case 'or':
      return holds(condition.left, current, run, at) || holds(condition.right, current, run, at);
    case 'and':
      return holds(condition.left, current, run, at) && holds(condition.right, current, run, at);
    case 'not':
      return !holds(condition.condition, current, run, at);
    case 'exists':
      return selectAll(condition.query, current, run, at).length > 0;
    case 'call':
      return matches(condition, current, run, at);
    case 'compare': {
      const left = operandValue(condition.left, current, run, at);
      const right = operandValue(condition.right, current, run, at);
      return compare(condition.operator, left, right, run, at);
    }
    default:
      return condition satisfies never;
  }
}

function matches({ operands, pattern }: Call, current: Value, run: Run, at: string): boolean {
  const text = operands[0] && operandValue(operands[0], current, run, at);
  return typeof text === 'string' && pattern !== undefined && run.budget.match(pattern, text, at);
}

function operandValue(operand: Operand, current: Value, run: Run, at: string): Value | undefined {
  if (operand.kind === 'literal') return operand.value;
  if (operand.kind === 'query') return selectOne(operand.query, current, run, at);
  const [first] = operand.operands;
  if (operand.name === 'length') return first && countItems(operandValue(first, current, run, at));
  if (first?.kind !== 'query') return undefined;
  const found = selectAll(first.query, current, run, at);
  if (operand.name === 'count') return found.length;
  return found.length === 1 ? found[0] : undefined;
}

function compare(
  operator: Comparison,
  left: Value | undefined,
  right: Value | undefined,
  run: Run,
  at: string,
): boolean {
  switch (operator) {
    case '==':
      return equal(left, right, run, at, 0);
    case '!=':
      return !equal(left, right, run, at, 0);
    case '<':
      return less(left, right);
    case '>':
      return less(right, left);
    case '<=':
      return less(left, right) || equal(left, right, run, at, 0);
    case '>=':
      return less(right, left) || equal(left, right, run, at, 0);
    default:
      return operator satisfies never;
  }
}

/** Only numbers and strings have an order here. */
function less(left: Value | undefined, right: Value | undefined): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left < right;
  return typeof left === 'string' && typeof right === 'string' && compareStrings(left, right) < 0;
}

function equal(left: Value | undefined, right: Value | undefined, run: Run, at: string, depth: number): boolean {
  if (depth > run.budget.limits.depth) throw exceeded('depth', at);
  run.budget.visit(1, at);
  if (isArray(left) && isArray(right)) {
    return left.length === right.length && left.every((item, index) => equal(item, right[index], run, at, depth + 1));
  }
  if (isObject(left) && isObject(right)) {
    const names = Object.keys(left);
    return (
      names.length === Object.keys(right).length &&
      names.every((name) => Object.hasOwn(right, name) && equal(left[name], ownValue(right, name), run, at, depth + 1))
    );
  }
  return left === right;
}
