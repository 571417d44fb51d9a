// What a container does with what lands in it: nothing is left out, a $spread is taken apart.
import { below } from './json-pointer.js';
import type { Entry, FragmentNode, NameOrigin, Node } from './node.js';
import type { Run } from './run.js';
import { isArray, isObject } from './value.js';

export function addToList(items: Node[], node: Node, run: Run): void {
  if (node.kind === 'undefined') return;
  if (node.kind !== 'fragment') {
    items.push(node);
    return;
  }
  for (const inner of node.nodes) {
    const elements = elementsOf(inner);
    run.budget.expand(1 + elements.length, node.at);
    for (const element of elements) if (element.kind !== 'undefined') items.push(element);
  }
}

/** The elements of an array, or the values of an object; a single value has none. */
export function elementsOf(node: Node): readonly Node[] {
  if (node.kind === 'list') return node.items;
  if (node.kind === 'record') return Array.from(node.entries.values(), (entry) => entry.node);
  if (node.kind !== 'data') return [];
  const { at, argument, value } = node;
  if (isArray(value)) {
    return value.map((item, index) =>
      argument === undefined
        ? { kind: 'data', value: item, at }
        : { kind: 'data', value: item, at, argument: below(argument, index) },
    );
  }
  // The names in it are the caller's text, which has no place in an error.
  return isObject(value) ? Object.values(value).map((inner) => ({ kind: 'data', value: inner, at })) : [];
}

/** An object under construction. */
export class RecordBuilder {
  readonly entries = new Map<string, Entry>();
  pairs: boolean;

  constructor(pairs: boolean) {
    this.pairs = pairs;
  }

  set(name: string, node: Node, origin: NameOrigin, run: Run): void {
    if (node.kind === 'fragment') this.#spread(node, run);
    else if (node.kind !== 'undefined') this.entries.set(name, { node, origin });
  }

  #spread(fragment: FragmentNode, run: Run): void {
    for (const node of fragment.nodes) {
      const elements = elementsOf(node);
      run.budget.expand(1 + elements.length, fragment.at);
      if (node.kind === 'record') {
        this.pairs ||= node.pairs;
        for (const [name, entry] of node.entries) {
          if (entry.node.kind === 'undefined') this.entries.delete(name);
          else this.entries.set(name, entry);
        }
      } else {
        // Nobody wrote these names in the template: they are the arguments' own, or positions.
        const names = node.kind === 'data' && isObject(node.value) ? Object.keys(node.value) : [...elements.keys()];
        elements.forEach((element, index) => {
          if (element.kind !== 'undefined') {
            this.entries.set(String(names[index]), { node: element, origin: 'arguments' });
          }
        });
      }
    }
  }

  build(at: string): Node {
    return { kind: 'record', entries: this.entries, pairs: this.pairs, at };
  }
}
