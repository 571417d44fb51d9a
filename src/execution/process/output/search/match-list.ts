// The matches of one search, each with the lines beside it. No line is shown twice.

import type { Excerpt, ExcerptReader, Found } from './excerpt.js';

export interface OutputMatch {
  /** Counted from 1; unknown behind a part that was not kept. */
  readonly line: number | undefined;
  /** Where the match begins: of several in a line the one that ends first. */
  readonly byte: number;
  /** Its line without the line end, or of a long line the part around it. */
  readonly text: string;
  /** How many bytes of the line stand before the text. */
  readonly cutBefore: number;
  /** Whether the line goes on after the text. Further matches in it are told by themselves. */
  readonly cutAfter: boolean;
  /** Lines beside it that no other match shows. */
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  /** True where lines beside it are left out because they are too long. */
  readonly contextCut?: true;
}

/** A match and what is shown of it, before it is known what the next one shows. */
interface Shown {
  readonly line: number | undefined;
  readonly found: Found;
  readonly excerpt: Excerpt;
  readonly before: readonly Excerpt[];
  readonly after: readonly Excerpt[];
  readonly contextCut: boolean;
}

export interface MatchLimits {
  readonly most: number;
  readonly limitBytes: number;
  readonly context: number;
}

export class MatchList {
  readonly #limits: MatchLimits;
  readonly #shown: Shown[] = [];
  #bytes = 0;

  constructor(limits: MatchLimits) {
    this.#limits = limits;
  }

  /** What is shown of it, or why there is no room. */
  async add(found: Found, line: number | undefined, excerpts: ExcerptReader): Promise<Excerpt | 'matches' | 'size'> {
    const { most, limitBytes, context } = this.#limits;
    if (this.#shown.length >= most) return 'matches';
    const excerpt = await excerpts.around(found);
    const last = this.#shown.at(-1);
    const shortened = last && { ...last, after: last.after.filter(({ from }) => from < found.lineFrom) };
    const shownTo = shortened ? Math.max(shortened.excerpt.to, ...shortened.after.map(({ to }) => to)) : 0;
    const before = await excerpts.before(found.lineFrom, shownTo, context);
    const after = excerpt.line === 'ended' ? await excerpts.after(excerpt.to, context) : noLines;
    const contextCut = context > 0 && (before.cut || after.cut || excerpt.line === 'goes-on');
    const shown = { line, found, excerpt, before: before.lines, after: after.lines, contextCut };
    const freed = last && shortened ? sizeOf(last) - sizeOf(shortened) : 0;
    const bytes = this.#bytes - freed + sizeOf(shown);
    if (bytes > limitBytes && last) return 'size';
    if (shortened) this.#shown[this.#shown.length - 1] = shortened;
    this.#shown.push(shown);
    this.#bytes = bytes;
    return excerpt;
  }

  get matches(): OutputMatch[] {
    return this.#shown.map(({ line, found, excerpt, before, after, contextCut }) => ({
      line,
      byte: found.from,
      text: excerpt.text,
      cutBefore: excerpt.from - found.lineFrom,
      cutAfter: excerpt.line === 'goes-on',
      ...(before.length > 0 && { before: before.map(({ text }) => text) }),
      ...(after.length > 0 && { after: after.map(({ text }) => text) }),
      ...(contextCut && { contextCut }),
    }));
  }

  get valid(): boolean {
    return this.#shown.every(({ excerpt, before, after }) =>
      [...before, excerpt, ...after].every(({ valid }) => valid),
    );
  }
}

const noLines = { lines: [], cut: false };

function sizeOf({ before, excerpt, after }: Shown): number {
  return [...before, excerpt, ...after].reduce((sum, { from, to }) => sum + to - from, 0);
}
