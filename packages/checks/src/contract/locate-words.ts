import { type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** Calls run in other directories: what names a file here has to be found from there, too. Commands of `PATH` stay. */
export function locateWords(words: readonly string[], directory: string): readonly string[] {
  return words.map((word, index) => {
    if (index === 0) return word.includes('/') ? resolve(directory, word) : word;
    const [, option = '', value = ''] = /^(--[^=]+=)?(.*)$/s.exec(word) ?? [];
    return namesFile(resolve(directory, value), value) ? `${option}${resolve(directory, value)}` : word;
  });
}

/** A bare word is a file only where it is no directory: `src` is more often a command than a place. */
function namesFile(path: string, word: string): boolean {
  if (word === '' || word.startsWith('-')) return false;
  const found = look(path);
  return found?.isFile() === true || (found?.isDirectory() === true && /^\.|\//.test(word));
}

/** A word can be a whole script, which no path is as long as, or name what may not be looked at. */
function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
