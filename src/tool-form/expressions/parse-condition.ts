import { PatternProblem } from '../../patterns/pattern-problem.js';
import { TextPattern } from '../../patterns/text-pattern.js';
import { parseSegments } from './parse-query.js';
import type { Call, Comparison, Condition, FunctionName, Operand, Query } from './query.js';
import type { Scanner } from './scanner.js';

/** `loose` is outside any filter, where a bare name is a member of the arguments: `user.role == 'admin'`. */
type Names = 'strict' | 'loose';

/** A logical expression of RFC 9535, as it stands behind the `?` of a filter. */
export function parseCondition(scanner: Scanner, names: Names): Condition {
  let left = parseAnd(scanner, names);
  for (;;) {
    const end = scanner.position;
    scanner.skipBlanks();
    if (!scanner.take('||')) {
      scanner.position = end;
      return left;
    }
    scanner.skipBlanks();
    left = { kind: 'or', left, right: parseAnd(scanner, names) };
  }
}

function parseAnd(scanner: Scanner, names: Names): Condition {
  let left = parseBasic(scanner, names);
  for (;;) {
    const end = scanner.position;
    scanner.skipBlanks();
    if (!scanner.take('&&')) {
      scanner.position = end;
      return left;
    }
    scanner.skipBlanks();
    left = { kind: 'and', left, right: parseBasic(scanner, names) };
  }
}

function parseBasic(scanner: Scanner, names: Names): Condition {
  if (scanner.peek('!') && !scanner.peek('!=')) {
    scanner.take('!');
    scanner.skipBlanks();
    if (scanner.peek('(')) return { kind: 'not', condition: parseGroup(scanner, names) };
    const start = scanner.position;
    const condition = parseTest(scanner, names);
    if (condition.kind === 'compare') scanner.fail('To negate a comparison, put it in parentheses', start);
    return { kind: 'not', condition };
  }
  return scanner.peek('(') ? parseGroup(scanner, names) : parseTest(scanner, names);
}

function parseGroup(scanner: Scanner, names: Names): Condition {
  scanner.expect('(');
  return scanner.nested(() => {
    scanner.skipBlanks();
    const condition = parseCondition(scanner, names);
    scanner.skipBlanks();
    scanner.expect(')');
    return condition;
  });
}

function parseTest(scanner: Scanner, names: Names): Condition {
  const start = scanner.position;
  const left = parseOperand(scanner, names);
  const end = scanner.position;
  scanner.skipBlanks();
  const operator = scanner.match(/==|!=|<=|>=|<|>/y) as Comparison | undefined;
  if (operator) {
    checkComparable(scanner, left, start);
    scanner.skipBlanks();
    const place = scanner.position;
    const right = parseOperand(scanner, names);
    checkComparable(scanner, right, place);
    return { kind: 'compare', operator, left, right };
  }
  scanner.position = end;
  if (left.kind === 'query') return { kind: 'exists', query: left.query };
  if (left.kind === 'call' && isLogical(left.name)) return left;
  return scanner.fail('A value on its own is not a condition', start);
}

const isLogical = (name: FunctionName) => name === 'match' || name === 'search';

function checkComparable(scanner: Scanner, operand: Operand, place: number): void {
  if (operand.kind === 'query' && !operand.query.singular) {
    scanner.fail('A query that can return several results cannot be compared', place);
  }
  if (operand.kind === 'call' && isLogical(operand.name)) {
    scanner.fail(`The result of ${operand.name}() cannot be compared`, place);
  }
}

const constants = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

function parseOperand(scanner: Scanner, names: Names): Operand {
  const query = parseRootedQuery(scanner, names);
  if (query) return { kind: 'query', query };
  const text = scanner.quoted();
  if (text !== undefined) return { kind: 'literal', value: text };
  const number = scanner.match(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y);
  if (number !== undefined) return { kind: 'literal', value: Number(number) };
  const start = scanner.position;
  const name = scanner.name();
  if (name === undefined) return scanner.fail('Expected a value, a query or a condition');
  if (scanner.peek('(')) return parseCall(scanner, name, start, names);
  const constant = constants.get(name);
  if (constant !== undefined) return { kind: 'literal', value: constant };
  if (names === 'strict') return scanner.fail('A query must start with "$" or "@" here', start);
  const first = [{ descendant: false, selectors: [{ kind: 'name', name } as const] }];
  return { kind: 'query', query: parseSegments(scanner, 'root', first) };
}

/** Outside a filter, `@` is the arguments as well. */
function parseRootedQuery(scanner: Scanner, names: Names): Query | undefined {
  if (scanner.take('$')) return parseSegments(scanner, 'root');
  return scanner.take('@') ? parseSegments(scanner, names === 'loose' ? 'root' : 'current') : undefined;
}

/** What each function takes: a value, or the list of a query's results. */
const signatures = new Map<string, readonly ('value' | 'nodes')[]>([
  ['length', ['value']],
  ['count', ['nodes']],
  ['value', ['nodes']],
  ['match', ['value', 'value']],
  ['search', ['value', 'value']],
]);

function parseCall(scanner: Scanner, name: string, start: number, names: Names): Call {
  const signature = signatures.get(name);
  if (!signature) return scanner.fail('Unknown function', start);
  scanner.expect('(');
  const operands = scanner.nested(() => {
    const read: Operand[] = [];
    scanner.skipBlanks();
    while (!scanner.peek(')')) {
      if (read.length > 0) {
        scanner.expect(',');
        scanner.skipBlanks();
      }
      const place = scanner.position;
      const operand = parseOperand(scanner, names);
      checkParameter(scanner, operand, signature[read.length], place);
      read.push(operand);
      scanner.skipBlanks();
    }
    scanner.expect(')');
    return read;
  });
  if (operands.length !== signature.length) scanner.fail(`${name}() takes ${signature.length} operands`, start);
  const call = { kind: 'call', name: name as FunctionName, operands } as const;
  return isLogical(call.name) ? { ...call, pattern: readPattern(scanner, call, start) } : call;
}

function checkParameter(scanner: Scanner, operand: Operand, expected: string | undefined, place: number): void {
  if (expected === 'nodes' && operand.kind !== 'query') scanner.fail('Expected a query', place);
  if (expected === 'value') checkComparable(scanner, operand, place);
}

/** A query keeps a table for each of its patterns. */
const mostPatterns = 16;

/** The owner of a template writes its patterns; a pattern from the arguments would be program text. */
function readPattern(scanner: Scanner, { name, operands }: Call, start: number): TextPattern {
  const pattern = operands[1];
  if (pattern?.kind !== 'literal' || typeof pattern.value !== 'string') {
    return scanner.fail('The pattern must be a string written in the template', start);
  }
  if (++scanner.patterns > mostPatterns) {
    return scanner.fail(`One expression can have at most ${mostPatterns} patterns`, start);
  }
  try {
    return new TextPattern(pattern.value, { whole: name === 'match', dot: 'i-regexp' });
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error;
    return scanner.fail(`The pattern is not valid: ${error.message}`, start);
  }
}
