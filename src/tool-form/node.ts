// What rendering computes with. A node knows what was written in the template and what came from the arguments,
// so that nothing later has to guess.
import { ToolFormError } from './tool-form-error.js';
import { isArray, isObject, type Scalar, setOwn, type Value } from './value.js';

/** Metadata that encodings add; names are lower case. */
export type Headers = Readonly<Record<string, string>>;

interface Placed {
  /** The place in the template that made this node, as a JSON Pointer. */
  readonly at: string;
  readonly headers?: Headers;
}

/** No value. Containers leave it out. */
export interface UndefinedNode extends Placed {
  readonly kind: 'undefined';
}

/** Written in the template, whole. */
export interface LiteralNode extends Placed {
  readonly kind: 'literal';
  readonly value: Scalar;
}

/** Came from the arguments, whole, whatever its type. */
export interface DataNode extends Placed {
  readonly kind: 'data';
  readonly value: Value;
  /** Where in the arguments, as a JSON Pointer, if one place can be named. */
  readonly argument?: string;
}

/** A string made of both. */
export interface TextNode extends Placed {
  readonly kind: 'text';
  readonly value: string;
  /** How many characters at its start the template wrote. */
  readonly lead: number;
  /** Its characters were looked at before they were joined with escapes. */
  readonly checked?: boolean;
}

export interface ListNode extends Placed {
  readonly kind: 'list';
  readonly items: readonly Node[];
  /** Made by the args encoding: its items are arguments of a program, and have been checked. */
  readonly encoded?: boolean;
}

/** Who wrote a property's name: `escaped` is the template too, but as data (`$$name`). */
export type NameOrigin = 'template' | 'escaped' | 'arguments';

export interface Entry {
  readonly node: Node;
  readonly origin: NameOrigin;
}

export interface RecordNode extends Placed {
  readonly kind: 'record';
  readonly entries: ReadonlyMap<string, Entry>;
  /** The template pairs names with values here, so that for the args encoding a null means "absent". */
  readonly pairs: boolean;
}

/** The result of `$spread`, taken apart by the container it lands in. */
export interface FragmentNode extends Placed {
  readonly kind: 'fragment';
  readonly nodes: readonly Node[];
}

export type Node = UndefinedNode | LiteralNode | DataNode | TextNode | ListNode | RecordNode | FragmentNode;

export const undefinedAt = (at: string): UndefinedNode => ({ kind: 'undefined', at });

/** The plain value of a node. */
export function toValue(node: Node): Value | undefined {
  switch (node.kind) {
    case 'undefined':
      return undefined;
    case 'literal':
    case 'data':
    case 'text':
      return node.value;
    case 'list':
      return node.items.map(toValue).filter((item) => item !== undefined);
    case 'record': {
      const result: Record<string, Value> = {};
      for (const [name, { node: inner }] of node.entries) {
        const value = toValue(inner);
        if (value !== undefined) setOwn(result, name, value);
      }
      return result;
    }
    case 'fragment':
      throw new ToolFormError('INVALID_RESULT', 'A $spread must be inside an array or object.', node.at);
    default:
      return node satisfies never;
  }
}

/** Whether no part of it came from the arguments. */
export function isLiteral(node: Node): boolean {
  switch (node.kind) {
    case 'undefined':
    case 'literal':
      return true;
    case 'data':
    case 'text':
      return false;
    case 'list':
      return node.items.every(isLiteral);
    case 'record':
      return [...node.entries.values()].every((entry) => entry.origin !== 'arguments' && isLiteral(entry.node));
    case 'fragment':
      return node.nodes.every(isLiteral);
    default:
      return node satisfies never;
  }
}

/** A node for a computed value: a literal if everything it was computed from was one. */
export function derived(value: Scalar, literal: boolean, at: string, headers?: Headers): Node {
  const extra = headers && { headers };
  return literal ? { kind: 'literal', value, at, ...extra } : { kind: 'data', value, at, ...extra };
}

/** A node for JSON that the template holds and that is not to be interpreted. */
export function verbatim(value: Value, at: string): Node {
  if (isArray(value)) return { kind: 'list', items: value.map((item) => verbatim(item, at)), at };
  if (!isObject(value)) return { kind: 'literal', value, at };
  const entries = new Map<string, Entry>();
  for (const [name, inner] of Object.entries(value))
    entries.set(name, { node: verbatim(inner, at), origin: 'escaped' });
  return { kind: 'record', entries, pairs: false, at };
}
