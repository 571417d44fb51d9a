import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { anchorsOf, documents, linksOf, readDocument, root } from './support/documents.js';

const read = [
  ...documents,
  ...['handles', 'ledger', 'office', 'shell'].map((example) => `examples/${example}/README.md`),
];

test.each(read)('the links of %s lead somewhere', (document) => {
  const broken = linksOf(document).filter((target) => {
    if (/^https?:/.test(target)) return false;
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? document : posix.join(posix.dirname(document), path);
    if (!existsSync(root + file)) return true;
    return anchor !== undefined && !anchorsOf(file).includes(anchor);
  });

  expect(broken).toEqual([]);
});

test('every document of docs/ can be reached from the README', () => {
  const reached = new Set(['README.md']);
  for (const document of reached) {
    for (const target of linksOf(document)) {
      const file = posix.join(posix.dirname(document), target.split('#', 1)[0] ?? '');
      if (file.endsWith('.md') && existsSync(root + file)) reached.add(file);
    }
  }

  expect(documents.filter((document) => !reached.has(document))).toEqual([]);
});

test('no document names a path of the machine it was written on', () => {
  const named = documents.filter((document) => /\/(?:work|home|Users|root)\//.test(readDocument(document)));

  expect(named).toEqual([]);
});

test('every link between documents works inside the npm package, too', () => {
  const list = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
  });
  const [{ files }] = JSON.parse(list) as [{ files: { path: string }[] }];
  const packed = files.map(({ path }) => path);
  const pages = packed.filter((path) => path.endsWith('.md'));

  const broken = pages.flatMap((page) =>
    linksOf(page)
      .filter((target) => !/^https?:|^#/.test(target))
      .map((target) => posix.join(posix.dirname(page), target.split('#', 1)[0] ?? ''))
      .filter((target) => !packed.some((path) => path === target || path.startsWith(`${target.replace(/\/$/, '')}/`)))
      .map((target) => `${page} → ${target}`),
  );

  expect(pages.length).toBeGreaterThan(20);
  expect(broken).toEqual([]);
});
