import { countItems } from './count-items.js';
import { derived, type Entry, isLiteral, type Node, toValue, undefinedAt } from './node.js';
import { compareStrings, compareValues } from './total-order.js';
import { isArray, isObject, setOwn, type Value } from './value.js';

/** A pure function of one value. What it makes is as trusted as what it was made of. */
type Transform = (node: Node) => Node;

// A map: a name such as "constructor" must find nothing.
const transforms: ReadonlyMap<string, Transform> = new Map([
  ['length', length],
  ['sort', sort],
  ['first', (node) => element(node, 0)],
  ['last', (node) => element(node, -1)],
]);

export const hasTransform = (name: string): boolean => transforms.has(name);

/** Runs transforms from left to right; where one gives nothing, the rest are not asked. */
export function applyTransforms(names: readonly string[], node: Node): Node {
  let result = node;
  for (const name of names) {
    if (result.kind === 'undefined') break;
    result = transforms.get(name)?.(result) ?? result;
  }
  return result;
}

function length(node: Node): Node {
  const count = countItems(toValue(node));
  return count === undefined ? undefinedAt(node.at) : derived(count, isLiteral(node), node.at);
}

function element(node: Node, index: number): Node {
  if (node.kind === 'list') return node.items.at(index) ?? undefinedAt(node.at);
  const value = node.kind === 'data' && isArray(node.value) ? node.value.at(index) : undefined;
  return value === undefined ? undefinedAt(node.at) : { kind: 'data', value, at: node.at };
}

function sort(node: Node): Node {
  if (node.kind === 'list') {
    const items = node.items.map((item) => ({ item, value: toValue(item) }));
    items.sort((left, right) => compareValues(left.value, right.value));
    return { kind: 'list', items: items.map(({ item }) => item), at: node.at };
  }
  if (node.kind === 'record') {
    const entries = [...node.entries].sort(byName);
    return { ...node, entries: new Map<string, Entry>(entries) };
  }
  if (node.kind === 'data' && isArray(node.value)) {
    // Where its elements came from is not known any more.
    return { kind: 'data', value: node.value.toSorted(compareValues), at: node.at };
  }
  if (node.kind === 'data' && isObject(node.value)) {
    const sorted: Record<string, Value> = {};
    for (const [name, value] of Object.entries(node.value).sort(byName)) setOwn(sorted, name, value);
    return { kind: 'data', value: sorted, at: node.at };
  }
  return undefinedAt(node.at);
}

const byName = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]) => compareStrings(left, right);
