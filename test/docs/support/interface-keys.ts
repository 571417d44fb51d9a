import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './documents.js';

/** The property names of interfaces in one source file, so that a document can be compared with them. */
export function interfaceKeys(file: string, ...names: string[]): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.ESNext, true);
  const found = source.statements
    .filter((node) => ts.isInterfaceDeclaration(node))
    .filter(({ name }) => names.includes(name.text));
  if (found.length !== names.length) throw new Error(`${file} has not all of ${names.join(', ')}.`);
  return found.flatMap(({ members }) => members.flatMap(({ name }) => (name === undefined ? [] : [name.getText()])));
}
