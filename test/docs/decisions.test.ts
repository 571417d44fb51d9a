import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { linksOf, readDocument, root, tableRows } from './support/documents.js';

const files = readdirSync(`${root}docs/decisions`)
  .filter((name) => name !== 'README.md')
  .sort();

test('records are numbered without gaps, and the list has each of them once, in order', () => {
  expect(files.map((name) => Number(name.slice(0, 4)))).toEqual(files.map((_, index) => index + 1));
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
  const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as Record<string, Record<string, string>>;
  const rows = tableRows('docs/decisions/0001-dependencies.md', 'Package').map(([name, version]) => [name, version]);
  const tools = readDocument('docs/decisions/0001-dependencies.md').split('For development:')[1]?.split('\n')[0] ?? '';

  expect(rows.sort()).toEqual(
    Object.entries(manifest.dependencies ?? {})
      .map(([name, version]) => [`\`${name}\``, version])
      .sort(),
  );
  expect([...tools.matchAll(/`([^`]+)`/g)].map(([, name]) => name).sort()).toEqual(
    Object.keys(manifest.devDependencies ?? {}).sort(),
  );
});
