import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { importModule } from './import-module.js';
import { nameTypescriptFiles } from './name-typescript-files.js';

let directory: string;

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-imports-')));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
}

const load = async (name: string) => (await importModule(join(directory, name))).default;

test('an import of a file that is TypeScript names that file', () => {
  write({ 'a.ts': '', 'both.ts': '', 'both.js': '' });
  const named = (code: string) => nameTypescriptFiles(code, join(directory, 'sub/main.ts'));

  expect(named('"use strict";var _a = await jitiImport("../a.js");')).toBe(
    `"use strict";var _a = await jitiImport("${directory}/a.ts");`,
  );
  expect(named('\nawait jitiImport("../a.js");')).toBe(`\nawait jitiImport("${directory}/a.ts");`);
  for (const untouched of [
    'var _b = await jitiImport("../both.js");',
    'var _c = await jitiImport("../missing.js");',
    'var _d = await jitiImport("a.js");',
    'const text = `jitiImport("../a.js")`;',
  ]) {
    expect(named(untouched)).toBe(untouched);
  }
});

test('modules are found as TypeScript means them, however they are written', async () => {
  write({
    'main.ts': `import { a } from './a.js'; import b from "./sub/b"; import './effect.js'; import { c } from './c.js';
      export { a as again } from './a.js'; export default [a, b, c, (globalThis as any).effect, (await import('./a.js')).a];`,
    'a.ts': 'export const a: string = "a";',
    'sub/b.ts': 'export { default } from "../d.js";',
    'd.ts': 'export default "d";',
    'effect.ts': '(globalThis as any).effect = "effect";',
    'c.js': 'export const c = "plain";',
    'c.ts': 'export const c = "typed";',
  });

  expect(await load('main.ts')).toEqual(['a', 'd', 'plain', 'effect', 'a']);
});

test('a module that several import is one, also behind a link', async () => {
  write({
    'real/state.ts': 'export const state = { count: 0 };',
    'real/one.ts': 'import { state } from "./state.js"; export default ++state.count;',
    'real/two.ts': 'import { state } from "./state"; export default ++state.count;',
  });
  symlinkSync('real', join(directory, 'link'));

  expect(await load('real/one.ts')).toBe(1);
  expect(await load('link/two.ts')).toBe(2);
});

test('a package that has a file of the same name keeps its own', async () => {
  write({
    'main.ts': `import { who } from './who.js'; import { who as packaged } from 'packaged'; export default [who, packaged];`,
    'who.ts': 'export const who = "ours";',
    'node_modules/packaged/package.json': '{"name":"packaged","main":"index.ts"}',
    'node_modules/packaged/index.ts': 'export { who } from "./who.js";',
    'node_modules/packaged/who.ts': 'export const who = "theirs";',
  });

  expect(await load('main.ts')).toEqual(['ours', 'theirs']);
});

test('what a module means follows its files, although the translated text is kept', async () => {
  write({
    'one/main.ts': 'import { x } from "./x.js"; export default x;',
    'one/x.ts': 'export const x = "typed";',
  });
  expect(await load('one/main.ts')).toBe('typed');
  // The same text in another place, where the import leads to a plain file.
  write({ 'two/main.ts': 'import { x } from "./x.js"; export default x;', 'two/x.js': 'export const x = "plain";' });
  expect(await load('two/main.ts')).toBe('plain');
});
