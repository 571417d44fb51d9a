import { exceeded } from '../budget.js';
import type { Run } from '../run.js';
import { isArray, isObject, ownValue, type Value } from '../value.js';
import type { Query, Segment, Selector } from './query.js';
import { holds } from './run-condition.js';

type Filter = Selector & { readonly kind: 'filter' };

/** Gives others their turn, where it is time for it. */
type Turn = () => Promise<void> | undefined;

/** The results of a query, in order. `current` is what `@` stands for. */
export function selectAll(query: Query, current: Value, run: Run, at: string): Value[] {
  if (query.singular) {
    const found = selectOne(query, current, run, at);
    return found === undefined ? [] : [found];
  }
  let values: Value[] = [query.from === 'root' ? run.scope.root : current];
  for (const segment of query.segments) {
    const found: Value[] = [];
    for (const value of values) selectSegment(segment, value, run, at, found, 0);
    values = found;
  }
  return values;
}

/**
 * The same from the root, for large values: after every value `turn` may make it wait. Only a condition is looked at
 * in one go.
 */
export async function selectInTurns(query: Query, run: Run, turn: Turn): Promise<readonly Value[]> {
  let values: readonly Value[] = [run.scope.root];
  for (const { descendant, selectors } of query.segments) {
    const found: Value[] = [];
    for (const start of values) {
      for (const value of descendant ? descendantsOf(start, run) : [start]) {
        for (const selector of selectors) {
          if (selector.kind === 'filter') await filterInTurns(selector, value, run, found, turn);
          else select(selector, value, run, '', found);
        }
        const others = turn();
        if (others) await others;
      }
    }
    values = found;
  }
  return values;
}

async function filterInTurns(selector: Filter, value: Value, run: Run, found: Value[], turn: Turn): Promise<void> {
  run.budget.visit(1, '');
  for (const child of childrenOf(value)) {
    if (passes(selector, child, run, '')) found.push(child);
    const others = turn();
    if (others) await others;
  }
}

/** A value with all that is inside of it, from the top, as `..` goes through them. */
function* descendantsOf(root: Value, run: Run): Generator<Value> {
  const open = [{ value: root, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (depth > run.budget.limits.depth) throw exceeded('depth', '');
    yield value;
    const children = childrenOf(value);
    for (let index = children.length - 1; index >= 0; index--) {
      open.push({ value: children[index] as Value, depth: depth + 1 });
    }
  }
}

/** The one result of a singular query. */
export function selectOne(query: Query, current: Value, run: Run, at: string): Value | undefined {
  const { segments } = query;
  run.budget.visit(1 + segments.length, at);
  const first = segments[0]?.selectors[0];
  if (query.from === 'root' && first?.kind === 'name') {
    // Names are looked up one by one, so that the arguments need not be copied for every name that is bound.
    return descend(segments, 1, run.scope.lookUp(first.name));
  }
  return descend(segments, 0, query.from === 'root' ? run.scope.root : current);
}

function descend(segments: readonly Segment[], start: number, from: Value | undefined): Value | undefined {
  let value = from;
  for (let index = start; index < segments.length && value !== undefined; index++) {
    const selector = segments[index]?.selectors[0];
    if (selector?.kind === 'name') value = ownValue(value, selector.name);
    else if (selector?.kind === 'index') value = isArray(value) ? value.at(selector.index) : undefined;
  }
  return value;
}

function selectSegment(segment: Segment, value: Value, run: Run, at: string, found: Value[], depth: number): void {
  for (const selector of segment.selectors) select(selector, value, run, at, found);
  if (!segment.descendant) return;
  if (depth > run.budget.limits.depth) throw exceeded('depth', at);
  for (const child of childrenOf(value)) selectSegment(segment, child, run, at, found, depth + 1);
}

function select(selector: Selector, value: Value, run: Run, at: string, found: Value[]): void {
  run.budget.visit(1, at);
  switch (selector.kind) {
    case 'name': {
      const child = ownValue(value, selector.name);
      if (child !== undefined) found.push(child);
      return;
    }
    case 'index': {
      const child = isArray(value) ? value.at(selector.index) : undefined;
      if (child !== undefined) found.push(child);
      return;
    }
    case 'slice':
      if (isArray(value)) for (const item of slice(value, selector)) add(item, run, at, found);
      return;
    case 'wildcard':
      for (const child of childrenOf(value)) add(child, run, at, found);
      return;
    case 'filter':
      for (const child of childrenOf(value)) if (passes(selector, child, run, at)) found.push(child);
      return;
    default:
      selector satisfies never;
  }
}

function passes({ condition }: Filter, child: Value, run: Run, at: string): boolean {
  run.budget.visit(1, at);
  return holds(condition, child, run, at);
}

function add(value: Value, run: Run, at: string, found: Value[]): void {
  run.budget.visit(1, at);
  found.push(value);
}

function childrenOf(value: Value): readonly Value[] {
  if (isArray(value)) return value;
  return isObject(value) ? Object.values(value).filter((child) => child !== undefined) : [];
}

function* slice(values: readonly Value[], { start, end, step }: Selector & { kind: 'slice' }): Generator<Value> {
  const { length } = values;
  if (step === 0) return;
  const clamp = (position: number, low: number, high: number) =>
    Math.min(Math.max(position < 0 ? length + position : position, low), high);
  if (step > 0) {
    const last = clamp(end ?? length, 0, length);
    for (let index = clamp(start ?? 0, 0, length); index < last; index += step) yield values[index] as Value;
  } else {
    const last = end === undefined ? -1 : clamp(end, -1, length - 1);
    const first = start === undefined ? length - 1 : clamp(start, -1, length - 1);
    for (let index = first; index > last; index += step) yield values[index] as Value;
  }
}
