import type { CompileDomain, Compiler, Place } from '../compiler.js';
import { parseLogicalExpression } from '../expressions/parse-expression.js';
import { holds } from '../expressions/run-condition.js';
import { below } from '../json-pointer.js';
import { toValue, undefinedAt } from '../node.js';
import type { Compiled, Run } from '../run.js';
import { ownValue } from '../value.js';
import { refuseSiblings } from './refuse-siblings.js';

/** `$if`: one of two templates; a branch that is not there yields nothing. */
export const compileIf: CompileDomain = (compiler, place) => {
  refuseSiblings(place, '$if', ['$then', '$else']);
  const condition = compileTest(compiler, place);
  const branch = (name: string): Compiled | undefined => {
    const value = ownValue(place.object, name);
    return value === undefined ? undefined : compiler.compile(value, below(place.objectAt, name));
  };
  const yes = branch('$then');
  const no = branch('$else');
  const nothing = undefinedAt(place.objectAt);
  const shapes = new Set([yes, no].filter((compiled) => compiled !== undefined).map(({ shape }) => shape));
  const [shape = 'other'] = shapes;
  return {
    evaluate: (run) => (condition.test(run) ? yes : no)?.evaluate(run) ?? nothing,
    shape: shapes.size === 1 ? shape : 'other',
    constant: condition.constant && (yes?.constant ?? true) && (no?.constant ?? true),
  };
};

/** `$when`: the rest of the object, or nothing. */
export const compileWhen: CompileDomain = (compiler, place) => {
  const condition = compileTest(compiler, place);
  const { $when: _, ...rest } = place.object;
  const body = compiler.compile(rest, place.objectAt);
  const nothing = undefinedAt(place.objectAt);
  return {
    evaluate: (run) => (condition.test(run) ? body.evaluate(run) : nothing),
    shape: body.shape,
    constant: condition.constant && body.constant,
  };
};

interface Test {
  readonly test: (run: Run) => boolean;
  readonly constant: boolean;
}

/** A string is a condition; anything else is a template whose result is true or false. */
function compileTest(compiler: Compiler, { value, at }: Place): Test {
  if (typeof value === 'string') {
    const condition = parseLogicalExpression(value, at);
    return {
      test: (run) => {
        run.budget.evaluate(at);
        return holds(condition, null, run, at);
      },
      constant: false,
    };
  }
  const compiled = compiler.compile(value, at);
  return { test: (run) => Boolean(toValue(compiled.evaluate(run))), constant: compiled.constant };
}
