import { parseCondition } from './parse-condition.js';
import { parseImplicitQuery } from './parse-query.js';
import type { Condition, Query, SingularExpression } from './query.js';
import { Scanner } from './scanner.js';

/** `files[*] | sort | first`, as `$` takes it. */
export function parseSingularExpression(text: string, at: string): SingularExpression {
  const scanner = new Scanner(text, at);
  const expression = scanSingularExpression(scanner);
  expectEnd(scanner);
  return expression;
}

/** The same from the middle of a longer text; stops behind the last blank that follows it. */
export function scanSingularExpression(scanner: Scanner): SingularExpression {
  scanner.skipBlanks();
  const query = parseImplicitQuery(scanner);
  const transforms: string[] = [];
  for (;;) {
    scanner.skipBlanks();
    if (!scanner.take('|')) return { query, transforms };
    scanner.skipBlanks();
    transforms.push(scanner.match(/[A-Za-z_][-0-9A-Za-z_]*/y) ?? scanner.fail('Expected the name of a transform'));
  }
}

/** A query with any number of results, as `$spread` and `$each` take it. */
export function parseQueryExpression(text: string, at: string): Query {
  const scanner = new Scanner(text, at);
  scanner.skipBlanks();
  const query = parseImplicitQuery(scanner);
  expectEnd(scanner);
  return query;
}

/** A condition, as `$if` and `$when` take it. */
export function parseLogicalExpression(text: string, at: string): Condition {
  const scanner = new Scanner(text, at);
  scanner.skipBlanks();
  const condition = parseCondition(scanner, 'loose');
  expectEnd(scanner);
  return condition;
}

function expectEnd(scanner: Scanner): void {
  scanner.skipBlanks();
  if (!scanner.done) scanner.fail('Unexpected text');
}
