import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../../src', import.meta.url));

/** Whoever holds more is several things at once. */
const mostFields = 15;

/** What may be a field: reading every file as TypeScript takes seconds. */
const mayBeField = /^ {2}(?:(?:private|protected|declare|static|override|readonly) )*#?\w+(?:[?!]?:| =|;)/gm;

function classesIn(file: string): readonly { readonly name: string; readonly fields: number }[] {
  const text = readFileSync(file, 'utf8');
  if ((text.match(mayBeField) ?? []).length <= mostFields) return [];
  const found: { name: string; fields: number }[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isClassLike(node)) {
      const fields = node.members.filter((one) => ts.isPropertyDeclaration(one) && !isBoundMethod(one)).length;
      found.push({ name: node.name?.text ?? 'a class without a name', fields });
    }
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** Bound, so that it can be handed to whoever calls back. */
function isBoundMethod({ initializer }: ts.PropertyDeclaration): boolean {
  return initializer !== undefined && ts.isArrowFunction(initializer);
}

test('no class has more fields than a reader can keep in mind', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const large = files.flatMap((file) => classesIn(join(source, file))).filter(({ fields }) => fields > mostFields);

  expect(large.map(({ name }) => name)).toEqual([]);
});

test('the path of a request can be read on two screens', () => {
  const lines = (file: string) => readFileSync(join(source, file), 'utf8').split('\n').length;

  expect(lines('gate/gate.ts')).toBeLessThanOrEqual(200);
  expect(lines('gate/walk.ts')).toBeLessThanOrEqual(150);
});
