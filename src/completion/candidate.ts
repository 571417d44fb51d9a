import { terminalSafeLine } from '../vocabulary/terminal-safe.js';

/** One word that could come next. */
export interface Candidate {
  readonly value: string;
  readonly description?: string | undefined;
}

/** What could come next. */
export interface Candidates {
  readonly found: readonly Candidate[];
  /** The next word is a path, which the shell can complete itself; `prefix` comes before it, as in `--file=`. */
  readonly paths?: { readonly prefix: string } | undefined;
}

export const nothing: Candidates = { found: [] };

/** Those that continue what was typed. A value that could steer a terminal, or span lines, is left out. */
export function continuing(candidates: readonly Candidate[], typed: string): readonly Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ value }) => {
    if (!value.startsWith(typed) || value !== terminalSafeLine(value) || seen.has(value)) return false;
    seen.add(value);
    return true;
  });
}
