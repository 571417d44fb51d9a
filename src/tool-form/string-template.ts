// Strings with {{ expressions }} in them.
import type { Budget } from './budget.js';
import { compileSingular } from './expressions/compile-singular.js';
import { scanSingularExpression } from './expressions/parse-expression.js';
import { Scanner } from './expressions/scanner.js';
import { derived, type LiteralNode, type Node } from './node.js';
import type { Compiled, Evaluate } from './run.js';
import { concatenate, toText } from './text.js';

export function compileString(text: string, at: string): Compiled {
  const parts = readParts(text, at);
  const [only] = parts;
  if (parts.every((part) => typeof part === 'string')) {
    const literal: LiteralNode = { kind: 'literal', value: parts.join(''), at };
    return { evaluate: () => literal, shape: 'other', constant: true };
  }
  if (parts.length === 1 && typeof only === 'function') {
    return { evaluate: (run) => asText(only(run), run.budget, at), shape: 'other', constant: false };
  }
  const pieces = parts.map((part): Evaluate => {
    if (typeof part === 'function') return part;
    const literal: LiteralNode = { kind: 'literal', value: part, at };
    return () => literal;
  });
  const evaluate: Evaluate = (run) => {
    const nodes = pieces.map((piece) => asText(piece(run), run.budget, at));
    return concatenate(nodes, at, run.budget);
  };
  return { evaluate, shape: 'other', constant: false };
}

/** The result of an expression as it reads in a string: still data, even when there was nothing. */
function asText(node: Node, budget: Budget, at: string): Node {
  if (node.kind === 'undefined') return derived('', false, at);
  if (node.kind !== 'data' || typeof node.value === 'string') return node;
  const text = toText(node.value, at);
  budget.produce(text.length, at);
  return { ...node, value: text };
}

/** The literal pieces, unescaped, and the expressions between them. */
function readParts(text: string, at: string): (string | Evaluate)[] {
  // Most strings hold nothing special.
  if (!/[\\{}]/.test(text)) return [text];
  const scanner = new Scanner(text, at);
  const parts: (string | Evaluate)[] = [];
  let literal = '';
  while (!scanner.done) {
    if (scanner.take('\\')) {
      literal += scanner.match(/[\\{}]/y) ?? scanner.fail('A backslash must be followed by "\\", "{" or "}"');
    } else if (scanner.peek('{{')) {
      if (literal !== '') parts.push(literal);
      literal = '';
      parts.push(readExpression(scanner));
    } else if (scanner.peek('}}')) {
      scanner.fail('"}}" closes nothing');
    } else {
      literal += scanner.match(/[{}]|[^\\{}]+/y);
    }
  }
  if (literal !== '') parts.push(literal);
  return parts;
}

function readExpression(scanner: Scanner): Evaluate {
  const start = scanner.position;
  scanner.expect('{{');
  const expression = scanSingularExpression(scanner);
  if (scanner.done) scanner.fail('"{{" is not closed', start);
  scanner.expect('}}');
  return compileSingular(expression, scanner.at);
}
