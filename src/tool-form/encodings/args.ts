// The args encoding: structured values as the arguments of a program.

import { looksLikeFlag } from '../../vocabulary/looks-like-flag.js';
import type { ArgumentProfile } from '../argument-characters.js';
import { elementsOf } from '../containers.js';
import { below } from '../json-pointer.js';
import type { DataNode, Entry, LiteralNode, Node, RecordNode } from '../node.js';
import { ToolFormError } from '../tool-form-error.js';
import { isArray, isObject } from '../value.js';
import { findNameProblem, isFlag, isSingle, noDollarNames, noFlag, readBareFlag, terminator } from './arg-names.js';
import { numberToText } from './arg-number.js';
import { checkCharacters, isWrittenFlag, refusal, type Token } from './arg-token.js';
import type { Encoding } from './encoding.js';
import { joinTokens } from './join-tokens.js';

export const encodeArgs: Encoding = (node, { at, budget, characters }) => {
  const writer = new ArgsWriter(characters);
  writer.writeValue(node, 'value');
  for (const token of writer.tokens) budget.produce(1 + token.value.length, at);
  return { kind: 'list', items: writer.tokens, encoded: true, at };
};

/** Where a value stands: on its own, joined to `name=`, or in `$args`. */
type Position = 'value' | 'joined' | 'exact';

class ArgsWriter {
  readonly #characters: ArgumentProfile;
  tokens: Token[] = [];
  /** A `--` stands before, so that nothing is read as a flag any more. */
  #terminated = false;

  constructor(characters: ArgumentProfile) {
    this.#characters = characters;
  }

  writeValue(node: Node, position: Position): void {
    switch (node.kind) {
      case 'undefined':
        return;
      case 'text':
        this.#write(node, position);
        return;
      case 'literal':
        this.#writeScalar(node, position);
        return;
      case 'data':
        this.#writeData(node, position);
        return;
      case 'list':
        for (const item of node.items) this.writeValue(item, position);
        return;
      case 'record':
        if (position === 'exact') throw invalid('$args takes values and arrays, not objects.', node.at);
        this.#writeObject(node, position);
        return;
      case 'fragment':
        throw invalid('A $spread must be inside an array or object.', node.at);
      default:
        node satisfies never;
    }
  }

  /** Arguments give scalars, and arrays of them: an object would bring names of its own. */
  #writeData(node: DataNode, position: Position): void {
    if (isObject(node.value)) throw refusal(node, 'An object from the arguments cannot be passed to a program.');
    if (isArray(node.value)) {
      for (const item of elementsOf(node)) {
        checkElement(item);
        this.#writeScalar(item as DataNode, position);
      }
    } else {
      this.#writeScalar(node, position);
    }
  }

  #writeScalar(node: LiteralNode | DataNode, position: Position): void {
    const { value } = node;
    if (value === null || value === false) return;
    if (value === true) this.#write({ kind: 'literal', value: 'true', at: node.at }, position);
    else if (typeof value === 'string') this.#write(node as Token, position);
    else if (typeof value === 'number') this.#write({ ...node, value: numberToText(value, node) }, position);
    else throw refusal(node, 'Bytes cannot be passed as an argument to a program.');
  }

  #write(token: Token, position: Position): void {
    checkCharacters(token, this.#characters);
    if (position !== 'joined' && !this.#terminated && looksLikeFlag(token.value)) {
      if (position !== 'exact' || !isWrittenFlag(token)) {
        throw refusal(token, 'A value that starts with "-" or "+" would be read as a flag.');
      }
      if (token.value === terminator) this.#terminated = true;
    }
    this.tokens.push(token);
  }

  /** A word or flag of the template. */
  #writeName(name: string, at: string): void {
    this.tokens.push({ kind: 'literal', value: name, at });
  }

  #writeObject(record: RecordNode, position: Position): void {
    if (this.#writeDirective(record)) return;
    let cluster = '';
    const flush = () => {
      if (cluster !== '') this.#writeName(cluster, record.at);
      cluster = '';
    };
    for (const [name, { node }] of record.entries) {
      if (isSingle(name) && isFlag(name) && isTrue(node)) {
        if (cluster !== '' && cluster[0] !== name[0]) flush();
        cluster = cluster === '' ? name : cluster + name[1];
        continue;
      }
      flush();
      if (name === terminator) this.#writeTerminator(node, position);
      else if (isFlag(name)) this.#writeFlag(name, node, position);
      else this.#writeWord(name, node, record, position);
    }
    flush();
  }

  #writeTerminator(node: Node, position: Position): void {
    if (isAbsent(node)) return;
    this.#writeName(terminator, node.at);
    this.#terminated = true;
    if (!isTrue(node)) this.writeValue(node, position);
  }

  /**
   * A flag without a value is left out: alone, it would swallow what comes next. A `--` inside its value is swallowed
   * by the flag, and ends nothing.
   */
  #writeFlag(flag: string, node: Node, position: Position): void {
    if (isAbsent(node)) return;
    if (flag.endsWith('=')) {
      const tokens = this.#collect(node);
      if (tokens.length > 0) this.tokens.push(joinTokens(flag, tokens, node.at));
    } else if (isTrue(node)) {
      this.#writeName(flag, node.at);
    } else {
      const terminated = this.#terminated;
      this.#writeNamed(flag, node, position);
      this.#terminated = terminated;
    }
  }

  #writeWord(name: string, node: Node, record: RecordNode, position: Position): void {
    if (node.kind === 'record') {
      this.#writeName(name, node.at);
      this.writeValue(node, position);
    } else if (isAbsent(node)) {
      const bareWord = node.kind === 'literal' && node.value === null && !record.pairs;
      if (bareWord) this.#writeName(name, node.at);
    } else {
      this.#writeNamed(name, node, position);
    }
  }

  /** The name and the tokens of its value, or nothing if there are none. */
  #writeNamed(name: string, node: Node, position: Position): void {
    const start = this.tokens.length;
    this.#writeName(name, node.at);
    this.writeValue(node, position);
    if (this.tokens.length === start + 1) this.tokens.pop();
  }

  /** The tokens of a value that is to be joined. */
  #collect(node: Node): readonly Token[] {
    const tokens = this.tokens;
    const terminated = this.#terminated;
    this.tokens = [];
    this.writeValue(node, 'joined');
    const collected = this.tokens;
    this.tokens = tokens;
    this.#terminated = terminated;
    return collected;
  }

  /** Writes an object that is one of `$args`, `$flags` and `$repeat`; checks the names of every object. */
  #writeDirective(record: RecordNode): boolean {
    for (const [name, entry] of record.entries) checkName(name, entry, record);
    const [first] = record.entries;
    if (!first?.[0].startsWith('$')) return false;
    const [name, { node }] = first;
    if (name === '$args') this.writeValue(node, 'exact');
    else if (name === '$flags') this.#writeFlags(node);
    else this.#writeRepeated(node);
    return true;
  }

  /** Single flags first, in one cluster for each prefix; the others follow in order. */
  #writeFlags(node: Node): void {
    const others: [string, Node][] = [];
    const clusters = new Map<string, string>();
    for (const [name, entry] of flagsOf(node, '$flags')) {
      const flag = readBareFlag(name);
      if (flag === undefined) throw invalid(noFlag(name), below(node.at, name));
      const prefix = flag.charAt(0);
      if (isSingle(flag) && isTrue(entry.node)) clusters.set(prefix, (clusters.get(prefix) ?? prefix) + flag.charAt(1));
      else others.push([flag, entry.node]);
    }
    for (const cluster of clusters.values()) this.#writeName(cluster, node.at);
    for (const [flag, value] of others) this.#writeFlag(flag, value, 'value');
  }

  /** The flag once for every element. */
  #writeRepeated(node: Node): void {
    for (const [flag, entry] of flagsOf(node, '$repeat')) {
      if (!isFlag(flag)) throw invalid(noFlag(flag), below(node.at, flag));
      const values = entry.node;
      const isList = values.kind === 'list' || (values.kind === 'data' && isArray(values.value));
      if (!isList)
        throw refusal(values, `The flag ${flag} is repeated for each value of an array, but this is not an array.`);
      for (const item of elementsOf(values)) {
        if (values.kind === 'data') checkElement(item);
        this.#writeFlag(flag, item, 'value');
      }
    }
  }
}

function checkName(name: string, { origin, node }: Entry, { entries, at }: RecordNode): void {
  if (origin === 'arguments') {
    throw new ToolFormError('REFUSED_ARGUMENT', 'An argument cannot name a word or a flag of the program.', node.at);
  }
  if (origin === 'escaped' && name.startsWith('$')) throw invalid(noDollarNames, node.at);
  const problem = findNameProblem(name, entries.size);
  if (problem !== undefined) throw invalid(problem, below(at, name));
}

/** Flags have to be written out in the template, so data is none. */
function flagsOf(node: Node, directive: string): ReadonlyMap<string, Entry> {
  if (node.kind !== 'record') throw refusal(node, `${directive} takes an object of flags, written in the template.`);
  for (const { origin, node: inner } of node.entries.values()) {
    if (origin === 'arguments') {
      throw new ToolFormError('REFUSED_ARGUMENT', 'An argument cannot name a flag of the program.', inner.at);
    }
  }
  return node.entries;
}

/** An element of an array from the arguments has to be something that can be written. */
function checkElement(node: Node): void {
  const { value } = node as DataNode;
  if (value === null || isObject(value) || isArray(value)) {
    throw refusal(node, 'An array from the arguments may hold strings, numbers and booleans only.');
  }
}

const isTrue = (node: Node): boolean => 'value' in node && node.value === true;

const isAbsent = (node: Node): boolean =>
  node.kind === 'undefined' || ('value' in node && (node.value === null || node.value === false));

const invalid = (message: string, at: string) => new ToolFormError('INVALID_RESULT', message, at);
