import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { linksOf, readDocument, root, tableRows } from './support/documents.js';

const files = readdirSync(`${root}docs/decisions`)
  .filter((name) => name !== 'README.md')
  .sort();

test('no two records have one number, and the list has each of them once, in order', () => {
  // There can be gaps: a number is taken when the work on it begins.
  expect(new Set(files.map((name) => name.slice(0, 4))).size).toBe(files.length);
  expect(linksOf('docs/decisions/README.md')).toEqual(files);
});

test.each(files)('%s says the context, the decision, what was compared and what follows', (name) => {
  const text = readDocument(`docs/decisions/${name}`);

  expect(text).toMatch(new RegExp(`^# ${name.slice(0, 4)} \\S`));
  expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
    'Context',
    'Decision',
    'What was compared',
    'Consequence',
  ]);
  expect(
    text
      .split(/^## .+$/m)
      .slice(1)
      .filter((part) => part.trim().length < 60),
  ).toEqual([]);
});

test('every dependency is named with its version, every tool by name', () => {
  type Manifest = Readonly<Record<'dependencies' | 'devDependencies', Record<string, string>>>;
  const readManifest = (file: string) => JSON.parse(readFileSync(root + file, 'utf8')) as Manifest;
  const { dependencies, devDependencies } = readManifest('package.json');
  const used = { ...dependencies, ...readManifest('packages/checks/package.json').dependencies };
  const all: Readonly<Record<string, string>> = { ...devDependencies, ...used };
  const rows = tableRows('docs/decisions/0001-dependencies.md', 'Package');
  const named = rows.map(([name = '']) => name.replaceAll('`', ''));
  const tools = readDocument('docs/decisions/0001-dependencies.md').split('For development:')[1]?.split('\n')[0] ?? '';

  expect(named).toEqual(expect.arrayContaining(Object.keys(used)));
  expect(rows.map(([, version]) => version)).toEqual(named.map((name) => all[name]));
  expect([...named, ...[...tools.matchAll(/`([^`]+)`/g)].map(([, name]) => name)].sort()).toEqual(
    Object.keys(all).sort(),
  );
});
