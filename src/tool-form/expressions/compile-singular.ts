import { below } from '../json-pointer.js';
import { type Node, undefinedAt } from '../node.js';
import type { Evaluate, Run } from '../run.js';
import { ToolFormError } from '../tool-form-error.js';
import { applyTransforms, hasTransform } from '../transforms.js';
import type { Query, SingularExpression } from './query.js';
import { selectAll, selectOne } from './run-query.js';

/** Compiles a singular expression. Whatever it reads is data, and stays data: it is never looked at as a template. */
export function compileSingular({ query, transforms }: SingularExpression, at: string): Evaluate {
  for (const name of transforms) {
    if (!hasTransform(name)) throw new ToolFormError('INVALID_TEMPLATE', `Unknown transform "${name}".`, at);
  }
  const read = query.singular ? compileSingularQuery(query, at) : compilePluralQuery(query, at);
  return transforms.length === 0 ? read : (run) => applyTransforms(transforms, read(run));
}

function compileSingularQuery(query: Query, at: string): Evaluate {
  const argument = pointerOf(query);
  const selector = query.segments[0]?.selectors[0];
  const name = selector?.kind === 'name' ? selector.name : undefined;
  const nothing = undefinedAt(at);
  return (run) => {
    run.budget.evaluate(at);
    const value = selectOne(query, null, run, at);
    if (value === undefined) return nothing;
    run.budget.produceValue(value, at);
    // A name that $each binds is no argument.
    const known = argument !== undefined && !(name !== undefined && run.scope.binds(name));
    return known ? { kind: 'data', value, at, argument } : { kind: 'data', value, at };
  };
}

function compilePluralQuery(query: Query, at: string): Evaluate {
  return (run: Run): Node => {
    run.budget.evaluate(at);
    const value = selectAll(query, null, run, at);
    run.budget.produceValue(value, at);
    return { kind: 'data', value, at };
  };
}

/** The place in the arguments that a query names, unless it counts from the end. */
function pointerOf({ segments }: Query): string | undefined {
  let pointer = '';
  for (const { selectors } of segments) {
    const [selector] = selectors;
    if (selector?.kind === 'name') pointer = below(pointer, selector.name);
    else if (selector?.kind === 'index' && selector.index >= 0) pointer = below(pointer, selector.index);
    else return undefined;
  }
  return pointer;
}
