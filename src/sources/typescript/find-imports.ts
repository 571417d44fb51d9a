// Which local files a module runs when it is loaded. Nothing is run for it: the text is looked through for what is
// written after `from`, `import` and `require`. A name that is put together at run time is not found.

import { statSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPlainFile } from '../../machine/files/read-plain-file.js';

/** A tree of modules that has more is not followed to its end. */
const mostFiles = 1_000;
const mostBytes = 4 * 1024 * 1024;

const specifier = /\b(?:from|import|require|resolve)\b\s*\(?\s*(?:\/\*[\s\S]{0,200}?\*\/\s*)?(['"`])([^'"`\n\r]+)\1/g;
const extensions = ['.ts', '.js', '.mjs', '.cjs', '.mts', '.cts', '.tsx', '.jsx', '.json'];
const modules = new Set(extensions.filter((extension) => extension !== '.json'));

export function isModule(file: string): boolean {
  return modules.has(extname(file)) && isFile(file);
}

/** What `./x.js` can mean for a translator of TypeScript. */
const alsoMeant: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};

/**
 * The files themselves, what they import from other local files, and each place where a new file would be taken
 * instead. With every `package.json` that decides what an import of a module means, whether it is there or not.
 */
export function findImports(files: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const folders = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined && found.size < mostFiles; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    if (!modules.has(extname(file))) continue;
    folders.add(dirname(file));
    if (!isFile(file)) continue;
    waiting.push(...importsOf(file));
  }
  for (const folder of folders) for (const file of packageFilesOf(folder)) found.add(file);
  return [...found];
}

function importsOf(file: string): readonly string[] {
  return namesIn(file).flatMap((name) => placesOf(name, dirname(file)));
}

/** As they are written. */
export function namesIn(file: string): readonly string[] {
  return [...textOf(file).matchAll(specifier)].map(([, , name = '']) => name);
}

/** Of a package nothing: it is found by its name, in whichever directory has it. */
function placesOf(name: string, folder: string): readonly string[] {
  const path = pathOf(name, folder);
  if (path === undefined) return [];
  const extension = extname(path);
  const others = alsoMeant[extension] ?? [];
  const plain = [path, ...others.map((other) => `${path.slice(0, -extension.length)}${other}`)];
  if (extensions.includes(extension) && isFile(path)) return plain;
  const completed = extensions.flatMap((end) => [`${path}${end}`, join(path, `index${end}`)]);
  return [...plain, ...completed].filter((place) => !isDirectory(place));
}

function pathOf(name: string, folder: string): string | undefined {
  const [plain = ''] = name.split(/[?#]/);
  if (/^\.{1,2}(?:\/|$)/.test(plain) || plain.startsWith('/')) return resolve(folder, plain);
  if (!name.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(name);
  } catch {
    return undefined;
  }
}

/** Up to the first that is there. */
function packageFilesOf(folder: string): readonly string[] {
  const file = join(folder, 'package.json');
  const parent = dirname(folder);
  return isFile(file) || parent === folder ? [file] : [file, ...packageFilesOf(parent)];
}

export function textOf(file: string): string {
  try {
    return readPlainFile(file, mostBytes)?.toString('utf8') ?? '';
  } catch {
    return '';
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
