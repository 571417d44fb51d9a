import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Jiti } from 'jiti';

import { cacheDirectory } from '../../machine/paths/user-directories.js';
import { nameTypescriptFiles } from './name-typescript-files.js';

export type ModuleExports = Readonly<Record<string, unknown>>;

/**
 * Runs a module and returns its exports. In a `.ts` module `cmdgate` is this very package, wherever the file
 * stands; `.js` and `.mjs` modules find their packages as Node does.
 */
export async function importModule(file: string): Promise<ModuleExports> {
  if (!file.endsWith('.ts') && !forgets)
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as ModuleExports;
  typescript ??= startTypescript();
  return (await typescript).import<ModuleExports>(file);
}

let typescript: Promise<Jiti> | undefined;
let forgets = false;

/**
 * What is imported from now on is read again, once. Node never forgets a module that it has imported itself, so `.js`
 * and `.mjs` go the way of `.ts` from here on.
 */
export function forgetModules(files: readonly string[]): void {
  forgets = true;
  const { cache } = createRequire(import.meta.url);
  for (const file of files) delete cache[file];
}

async function startTypescript(): Promise<Jiti> {
  // A package can import itself by its name. Not written as a literal, so that a bundler leaves it alone: the
  // module must meet the classes of the running package, not a second copy of them.
  const self: string = 'cmdgate';
  const cmdgate: unknown = await import(/* @vite-ignore */ self);
  // Imported, it would be searched for its exports first, which takes as long as to load it.
  const { createJiti } = createRequire(import.meta.url)('jiti') as typeof import('jiti');
  const settings = { interopDefault: false, virtualModules: Object.assign(Object.create(null), { cmdgate }) };
  const translator = createJiti(import.meta.url, { ...settings, fsCache: moduleCache() });
  return createJiti(import.meta.url, {
    ...settings,
    // What is translated is kept by the text of the module; where its imports lead is looked up each time.
    fsCache: false,
    transform: (module) => ({ code: nameTypescriptFiles(translator.transform(module), module.filename ?? '') }),
  });
}

/**
 * Translated modules are kept where only this user writes. The translator's own choice is a directory that all
 * users of the machine share, where any of them could leave code for us to run.
 */
function moduleCache(): string | false {
  const directory = cacheDirectory();
  return directory === undefined ? false : join(directory, 'modules');
}

export interface ImportFailure {
  readonly reason: string;
  /** Where a syntax error stands, when it is known. */
  readonly place?: { readonly line: number; readonly column: number };
}

/** Why a module did not load, in one line: what follows in such messages quotes the file. */
export function describeImportFailure(error: unknown): ImportFailure {
  if (!(error instanceof Error)) return { reason: 'It threw something that is not an Error.' };
  const [first = '', second = ''] = error.message.split('\n');
  const text = first.replace(/^ParseError: /, '').trim();
  const reason = text === '' ? `${error.name}.` : /[.!?]$/.test(text) ? text : `${text}.`;
  const place = first.startsWith('ParseError: ') ? /:(\d+):(\d+)$/.exec(second.trim()) : null;
  return place === null ? { reason } : { reason, place: { line: Number(place[1]), column: Number(place[2]) } };
}
