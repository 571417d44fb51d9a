import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import ts from 'typescript';
import type { Module } from './imports.js';

/** Every module below a directory with what it imports, types and `import()` included; tests are left out. */
export function readModules(directory: string): Module[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .sort()
    .map((path) => ({
      path: path.split(sep).join('/'),
      imports: importsOf(readFileSync(join(directory, path), 'utf8')),
    }));
}

function importsOf(text: string): string[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
}
