import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findImports } from './find-imports.js';

function write(files: Readonly<Record<string, string>>): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'imports-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  return directory;
}

const importsIn = (directory: string, file: string) =>
  findImports([join(directory, file)]).map((path) => relative(directory, path));

test('every way to import a local file is followed, as far as it leads', () => {
  const directory = write({
    'package.json': '{}',
    'a.ts': `import x from './b.js';\nexport * from "./c.mjs"; require('./d.cjs'); await import(/* x */ './e.json');\nimport 'zod';`,
    'b.ts': `import '../outside.mjs'`,
    'c.mjs': `import './deep/f.mjs'`,
    'd.cjs': '',
    'e.json': '{}',
    'deep/f.mjs': `import '../a.ts'`,
  });

  expect(importsIn(directory, 'a.ts')).toEqual(
    expect.arrayContaining([
      'a.ts',
      'b.ts',
      'c.mjs',
      'd.cjs',
      'e.json',
      'deep/f.mjs',
      '../outside.mjs',
      'package.json',
    ]),
  );
});

test('a name without an ending means every file that could be taken for it', () => {
  const directory = write({ 'package.json': '{}', 'a.ts': `import './helper'`, 'helper.ts': '' });

  expect(importsIn(directory, 'a.ts')).toEqual(
    expect.arrayContaining(['helper.ts', 'helper.js', 'helper.mjs', 'helper/index.ts']),
  );
});

test('a package.json that is missing could appear, up to the first that is there', () => {
  const directory = write({ 'package.json': '{}', 'one/two/a.js': '' });

  expect(importsIn(directory, 'one/two/a.js')).toEqual([
    'one/two/a.js',
    'one/two/package.json',
    'one/package.json',
    'package.json',
  ]);
});
