import type { CompileOperator, Compiler, Place, SchemaCheck } from '../compiler.js';
import { below } from '../json-pointer.js';
import { derived, isLiteral, type Node, toValue, undefinedAt } from '../node.js';
import type { Compiled, Run } from '../run.js';
import { ToolFormError } from '../tool-form-error.js';
import { isArray, isObject, ownValue, type Value } from '../value.js';

/** `$match`: the first branch whose schema accepts the input and that yields a value. */
export const compileMatch: CompileOperator = (compiler, { value, at }) => {
  const branches = isArray(value)
    ? value.map((branch, index) => compileBranch(compiler, branch, below(at, index)))
    : [];
  return {
    at,
    apply: (input, run) => {
      for (const { accepts, body } of branches) {
        if (!accepts(input, run)) continue;
        const result = body.evaluate(run);
        if (result.kind !== 'undefined') return result;
      }
      return undefinedAt(at);
    },
    constant: branches.every(({ constant }) => constant),
  };
};

interface Branch {
  readonly accepts: (input: Node, run: Run) => boolean;
  readonly body: Compiled;
  readonly constant: boolean;
}

function compileBranch(compiler: Compiler, branch: Value, at: string): Branch {
  const schema = ownValue(branch, '$case');
  if (schema === undefined || !isObject(branch)) {
    const body = compiler.compile(branch, at);
    return { accepts: () => true, body, constant: body.constant };
  }
  const check = compileCheck(compiler, schema, below(at, '$case'));
  const { $case: _, ...rest } = branch;
  const result = ownValue(branch, '$then');
  const body = result === undefined ? compiler.compile(rest, at) : compiler.compile(result, below(at, '$then'));
  return { accepts: check.accepts, body, constant: check.constant && body.constant };
}

/** `$matches`: whether a schema accepts the input. */
export const compileMatches: CompileOperator = (compiler, { value, at }: Place) => {
  const { accepts, constant } = compileCheck(compiler, value, at);
  return { at, apply: (input, run) => derived(accepts(input, run), isLiteral(input), at), constant };
};

/** A schema is compiled once if it can be, else for every rendering. */
function compileCheck(compiler: Compiler, schema: Value, at: string): Omit<Branch, 'body'> {
  const { compileSchema } = compiler.options;
  if (!compileSchema) throw new ToolFormError('INVALID_TEMPLATE', 'Schemas cannot be used here.', at);
  const compiled = compiler.compile(schema, at);
  const prepare = (run: Run): SchemaCheck => {
    const node = compiled.evaluate(run);
    refuseData(node, undefined, at);
    const value = toValue(node);
    if (value === undefined) throw new ToolFormError('INVALID_RESULT', 'There is no schema here.', at);
    try {
      return compileSchema(value);
    } catch {
      throw new ToolFormError('INVALID_TEMPLATE', 'This is not a valid JSON Schema.', at);
    }
  };
  let prepared: SchemaCheck | undefined;
  const accepts = (input: Node, run: Run): boolean => {
    const check = prepared ?? prepare(run);
    if (compiled.constant) prepared = check;
    return check(toValue(input));
  };
  return { accepts, constant: compiled.constant };
}

/** Arguments may give a schema values to compare with, but no keywords, patterns or references. */
function refuseData(node: Node, keyword: string | undefined, at: string): void {
  if (node.kind === 'list') for (const item of node.items) refuseData(item, keyword, at);
  if (node.kind === 'record') {
    for (const [name, entry] of node.entries) {
      if (entry.origin === 'arguments') throw refused(at);
      refuseData(entry.node, name, at);
    }
  }
  if (node.kind !== 'data' && node.kind !== 'text') return;
  if (keyword !== 'const' && keyword !== 'enum' && typeof node.value !== 'number') throw refused(at);
}

const refused = (at: string) =>
  new ToolFormError('REFUSED_ARGUMENT', 'An argument cannot be part of a schema, except in const and enum.', at);
