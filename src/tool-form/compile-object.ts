import type { CompileDomain, CompileOperator, Compiler, Operator, Place, Property } from './compiler.js';
import { modifierNames } from './directive-names.js';
import { compileEach } from './directives/each.js';
import { compileEncode, encodingProperties } from './directives/encode.js';
import { compileIf, compileWhen } from './directives/if.js';
import { compileInclude } from './directives/include.js';
import { compileJoin } from './directives/join.js';
import { compileMatch, compileMatches } from './directives/match.js';
import { compileRead } from './directives/read.js';
import { compileSpread } from './directives/spread.js';
import { compileTransform } from './directives/transform.js';
import { compileUri } from './directives/uri.js';
import { compileUse } from './directives/use.js';
import { below } from './json-pointer.js';
import type { Compiled } from './run.js';
import { ToolFormError } from './tool-form-error.js';
import { isObject, type ValueObject } from './value.js';

const domains: ReadonlyMap<string, CompileDomain> = new Map([
  ['$', compileRead],
  ['$use', compileUse],
  ['$uri', compileUri],
  ['$include', compileInclude],
  ['$spread', compileSpread],
  ['$if', compileIf],
  ['$when', compileWhen],
  ['$each', compileEach],
]);

const operators: ReadonlyMap<string, CompileOperator> = new Map([
  ['$join', compileJoin],
  ['$match', compileMatch],
  ['$matches', compileMatches],
  ['$transform', compileTransform],
  ['$encode', compileEncode],
]);

/** Compiles an object: its one domain directive or its plain properties, then its operators in the order written. */
export function compileObject(compiler: Compiler, object: ValueObject, objectAt: string): Compiled {
  checkMeta(object, objectAt);
  const consumed = encodingProperties(object);
  const steps: Property[] = [];
  const properties: Property[] = [];
  for (const [name, value] of Object.entries(object)) {
    if (operators.has(name)) steps.push({ name, value });
    else if (!modifierNames.has(name) && !consumed.has(name)) properties.push({ name, value });
  }
  const domain = findDomain(properties, objectAt);
  const place = (property: Property): Place => ({
    value: property.value,
    object,
    objectAt,
    at: below(objectAt, property.name),
    properties,
    siblings: properties.filter((sibling) => sibling !== property),
  });
  // $when guards the whole object: without it, its operators have nothing to work on.
  if (domain?.name === '$when') return compileWhen(compiler, place(domain));
  const compileDomain = domain && domains.get(domain.name);
  const base = compileDomain ? compileDomain(compiler, place(domain)) : compiler.compileRecord(properties, objectAt);
  if (steps.length === 0) return base;
  return withOperators(
    base,
    steps.map((step) => (operators.get(step.name) as CompileOperator)(compiler, place(step))),
  );
}

function findDomain(properties: readonly Property[], at: string): Property | undefined {
  const [domain, second] = properties.filter(({ name }) => domains.has(name));
  if (domain && second) {
    throw new ToolFormError('INVALID_TEMPLATE', `${domain.name} and ${second.name} cannot be in the same object.`, at);
  }
  return domain;
}

function checkMeta(object: ValueObject, at: string): void {
  if (Object.hasOwn(object, '$meta') && !isObject(object.$meta)) {
    throw new ToolFormError('INVALID_TEMPLATE', '$meta must be an object.', below(at, '$meta'));
  }
}

function withOperators(base: Compiled, steps: readonly Operator[]): Compiled {
  return {
    evaluate: (run) => {
      let node = base.evaluate(run);
      for (const { apply, at } of steps) {
        if (node.kind === 'fragment') {
          throw new ToolFormError(
            'INVALID_RESULT',
            'A $spread must be inside an object or array before an operator.',
            at,
          );
        }
        run.budget.evaluate(at);
        node = apply(node, run);
      }
      return node;
    },
    shape: 'other',
    constant: base.constant && steps.every(({ constant }) => constant),
  };
}
