import { tokenize } from '../../command-line/tokenize.js';
import type { Registry } from '../../registry/registry.js';

export const leavingWords: readonly string[] = ['exit', 'quit'];

/** What a line means to the session itself, before the gate sees it. */
export type LineKind = 'empty' | 'leave' | 'unfinished' | 'command';

/** `exit` and `quit` leave, unless the owner has a command of that name. */
export function lineKind(line: string, registry: Registry): LineKind {
  if (/^\s*(?:#|$)/.test(line)) return 'empty';
  const word = line.trim();
  if (leavingWords.includes(word) && !registry.root.children.has(word)) return 'leave';
  const words = tokenize(line);
  if (Array.isArray(words)) return 'command';
  return unfinishedKinds.has(words.kind) ? 'unfinished' : 'command';
}

/** What the next line can complete. */
const unfinishedKinds: ReadonlySet<string> = new Set(['single-quote', 'double-quote', 'backslash']);
