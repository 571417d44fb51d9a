import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ranks } from '../architecture/imports.js';
import { findBlock, readDocument, root, tableRows } from './support/documents.js';

const document = 'docs/architecture.md';

/** `src/surfaces/mcp/` for the line `    mcp/   …` below `  surfaces/` below `src/`. */
function namedPaths(): string[] {
  const parents: string[] = [];
  return findBlock(document, 'house')
    .text.split('\n')
    .map((line) => {
      const [, indent = '', name = ''] = /^( *)(\S+)/.exec(line) ?? [];
      const depth = indent.length / 2;
      parents.splice(depth, parents.length, name.replace(/\/$/, ''));
      return parents.join('/') + (name.endsWith('/') ? '/' : '');
    });
}

function foldersOf(path: string): string[] {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => [`${path}/${name}/`, ...foldersOf(`${path}/${name}`)]);
}

test('everything that the house names is there', () => {
  expect(namedPaths().filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every folder of src/ and every file directly in it is named, in the order of the ranks', () => {
  const named = namedPaths().filter((path) => path.startsWith('src/'));
  const files = readdirSync(join(root, 'src'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/${name}`);

  expect([...foldersOf('src'), ...files].filter((path) => !named.includes(path))).toEqual([]);
  const top = named.flatMap((path) => /^src\/([^/]+)\/$/.exec(path)?.[1] ?? []);
  expect(top.map((folder) => ranks[folder] ?? -1)).toEqual(Object.values(ranks).sort((left, right) => right - left));
});

test('every folder of the repository is named', () => {
  const unnamed = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => `${name}/`)
    .filter((name) => !['node_modules/', 'dist/', 'coverage/'].includes(name) && !namedPaths().includes(name));

  expect(unnamed).toEqual([]);
});

test('the steps of the path stand in the order in which the gate takes them', () => {
  const walk = readFileSync(join(root, 'src/gate/walk.ts'), 'utf8');
  const steps = [...readDocument(document).matchAll(/^\d+\. \*\*(\w+)\.\*\*/gm)].map(([, step = '']) =>
    step.toLowerCase(),
  );
  const inOrder = [
    ...['at.admission.admit(', 'at.reader.validate(', 'at.decider.decide(', 'at.once.enter('],
    ...['at.approver.approve(', 'at.places.wait(', 'at.answers.tell(run, outcome)'],
  ];

  expect(steps).toEqual([
    ...['admit', 'read', 'resolve', 'permit', 'validate'],
    ...['decide', 'approve', 'start', 'record', 'answer'],
  ]);
  const places = inOrder.map((call) => walk.indexOf(call));
  expect([...places].sort((left, right) => left - right)).toEqual(places);
  expect(places).not.toContain(-1);
});

test('every file that the page names is there', () => {
  const named = [...readDocument(document).matchAll(/`(src\/[\w./-]+)`/g)].map(([, path = '']) => path);

  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('all eleven rules are there, each with what holds today', () => {
  const rows = tableRows(document, '#');

  expect(rows.map(([number]) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(rows.filter(([, , today = '']) => today.length < 20)).toEqual([]);
});
