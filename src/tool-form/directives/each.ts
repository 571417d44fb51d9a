import type { CompileDomain, Compiler, Place } from '../compiler.js';
import { addToList, elementsOf, RecordBuilder } from '../containers.js';
import { parseQueryExpression } from '../expressions/parse-expression.js';
import { selectAll } from '../expressions/run-query.js';
import { below } from '../json-pointer.js';
import { isLiteral, type Node, toValue } from '../node.js';
import type { Compiled, Run } from '../run.js';
import { ToolFormError } from '../tool-form-error.js';
import { isArray, isObject, ownValue, type Value } from '../value.js';
import { refuseSiblings } from './refuse-siblings.js';

/** `$each`: one template for every item of a sequence; the results are an array, or with `$key` an object. */
export const compileEach: CompileDomain = (compiler, place) => {
  const name = ownValue(place.object, '$as');
  if (typeof name !== 'string') {
    throw new ToolFormError('INVALID_TEMPLATE', '$each needs a name for its items: "$as".', place.objectAt);
  }
  const sequence = compileSequence(compiler, place);
  const key = ownValue(place.object, '$key');
  const keyAt = below(place.objectAt, '$key');
  const keyTemplate = key === undefined ? undefined : compiler.compile(key, keyAt);
  const item = compileItem(compiler, place);

  const rounds = function* (run: Run): Generator<Run> {
    for (const value of sequence.items(run)) {
      run.budget.expand(1, place.at);
      yield { scope: run.scope.bind(name, value), budget: run.budget };
    }
  };
  const toList = (run: Run): Node => {
    const items: Node[] = [];
    for (const round of rounds(run)) addToList(items, item.evaluate(round), round);
    return { kind: 'list', items, at: place.objectAt };
  };
  const toRecord = (keys: Compiled, run: Run): Node => {
    const record = new RecordBuilder(item.shape === 'other');
    for (const round of rounds(run)) {
      const keyNode = keys.evaluate(round);
      const origin = isLiteral(keyNode) ? 'template' : 'arguments';
      record.set(readKey(keyNode, keyAt), item.evaluate(round), origin, round);
    }
    return record.build(place.objectAt);
  };
  return {
    evaluate: keyTemplate ? (run) => toRecord(keyTemplate, run) : toList,
    shape: keyTemplate ? 'object' : 'other',
    constant: sequence.constant && item.constant && (keyTemplate?.constant ?? true),
  };
};

function readKey(node: Node, at: string): string {
  const key = toValue(node);
  if (typeof key === 'string') return key;
  if (typeof key === 'number' || typeof key === 'boolean') return String(key);
  throw new ToolFormError('INVALID_RESULT', 'A $key must produce a string.', at);
}

/** `$value`, or the object without what belongs to the iteration. Operators work on the result, not on each item. */
function compileItem(compiler: Compiler, place: Place): Compiled {
  const value = ownValue(place.object, '$value');
  if (value !== undefined) {
    refuseSiblings(place, '$each with $value', ['$as', '$key', '$value']);
    return compiler.compile(value, below(place.objectAt, '$value'));
  }
  const properties = place.siblings.filter(({ name }) => name !== '$as' && name !== '$key');
  return compiler.compileRecord(properties, place.objectAt);
}

interface Sequence {
  readonly items: (run: Run) => readonly Value[];
  readonly constant: boolean;
}

function compileSequence(compiler: Compiler, { value, at }: Place): Sequence {
  if (typeof value === 'string') {
    const query = parseQueryExpression(value, at);
    return {
      items: (run) => {
        run.budget.evaluate(at);
        return selectAll(query, null, run, at);
      },
      constant: false,
    };
  }
  const compiled = compiler.compile(value, at);
  return { items: (run) => itemsOf(compiled.evaluate(run)), constant: compiled.constant };
}

function itemsOf(node: Node): readonly Value[] {
  if (node.kind === 'data' && isArray(node.value)) return node.value;
  if (node.kind === 'data' && isObject(node.value)) return Object.values(node.value);
  return elementsOf(node)
    .map(toValue)
    .filter((value) => value !== undefined);
}
