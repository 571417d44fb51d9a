// The error, detail and warning codes that the source really uses, found in its syntax tree.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { readModules } from '../../architecture/read-modules.js';
import { root } from './documents.js';

/** Codes of Node and of libraries, which cmdgate only compares with, and variables of its own. */
const foreign = /^(?:ERR_|CMDGATE_|E[A-Z]+$|DUPLICATE_KEY$)/;

/**
 * Left out: the two suites that speak about the codes of others; Tool Form, which has its own; and the
 * table of programs, which names files.
 */
export function codesInSource(): Set<string> {
  const codes = new Set<string>();
  for (const { path } of readModules(join(root, 'src'))) {
    if (/^(?:conformance|contract|tool-form|policy\/understanding)\//.test(path)) continue;
    const text = readFileSync(join(root, 'src', path), 'utf8');
    visit(ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true), codes);
  }
  return codes;
}

function visit(node: ts.Node, codes: Set<string>): void {
  if (ts.isStringLiteral(node) && isCode(node) && !foreign.test(node.text)) codes.add(node.text);
  ts.forEachChild(node, (child) => visit(child, codes));
}

/** Several words in capitals are a code wherever they stand; one word, only where a code is expected. */
function isCode(node: ts.StringLiteral): boolean {
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(node.text)) return true;
  if (!/^[A-Z]{3,}$/.test(node.text)) return false;
  const { parent } = node;
  if (ts.isPropertyAssignment(parent)) return /^(?:error_)?code$/.test(parent.name.getText());
  if (ts.isNewExpression(parent)) return true;
  return (
    ts.isCallExpression(parent) &&
    parent.arguments[0] === node &&
    /(?:\.warn|problem)$/i.test(parent.expression.getText())
  );
}
