import type { CompileDomain, Compiler, Place } from '../compiler.js';
import { directiveNames } from '../directive-names.js';
import { parseQueryExpression } from '../expressions/parse-expression.js';
import { selectAll } from '../expressions/run-query.js';
import type { Compiled } from '../run.js';
import { isObject, type Value, type ValueObject } from '../value.js';

/** `$spread`: puts the parts of a value into the container around it, or among the properties beside it. */
export const compileSpread: CompileDomain = (compiler, place) => {
  const fragment = compileFragment(compiler, place);
  if (place.siblings.length === 0) return fragment;
  const properties = place.properties.map((property) =>
    property.name === '$spread' ? { ...property, compiled: fragment } : property,
  );
  return compiler.compileRecord(properties, place.objectAt);
};

// Its shape is that of an object: it says nothing about the property that holds it.
function compileFragment(compiler: Compiler, { value, at }: Place): Compiled {
  if (typeof value === 'string') {
    const query = parseQueryExpression(value, at);
    return {
      evaluate: (run) => {
        run.budget.evaluate(at);
        const values = selectAll(query, null, run, at);
        run.budget.produceValue(values, at);
        return { kind: 'fragment', nodes: values.map((found) => ({ kind: 'data', value: found, at })), at };
      },
      shape: 'object',
      constant: false,
    };
  }
  const compiled = isPlain(value)
    ? compiler.compileRecord(
        Object.entries(value).map(([name, inner]) => ({ name, value: inner })),
        at,
        'keep',
      )
    : compiler.compile(value, at);
  return {
    evaluate: (run) => {
      const node = compiled.evaluate(run);
      if (node.kind === 'undefined' || node.kind === 'fragment') return node;
      return { kind: 'fragment', nodes: [node], at };
    },
    shape: 'object',
    constant: compiled.constant,
  };
}

/** An object without directives, whose properties without a value mean something to the spread. */
function isPlain(value: Value): value is ValueObject {
  return isObject(value) && !Object.keys(value).some((name) => directiveNames.has(name));
}
