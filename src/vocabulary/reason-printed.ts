// Of what a failed program printed, the few lines that say why. A hint is read by whoever acts next: a page on how to
// use the program hides the one line that matters.

export interface PrintedReason {
  readonly text: string;
  /** Whether it printed more than this. */
  readonly isCut: boolean;
}

/** In front of an explanation one line says it, as a rule. A failed test or a stack trace needs more. */
const most = {
  explained: { lines: 3, characters: 300 },
  unexplained: { lines: 12, characters: 1_000 },
};

/** Where a program begins to explain itself. */
const explanation =
  /^\s*(?:(?:usage|synopsis|options|commands|available (?:commands|options|subcommands)|flags|examples?)\b[^:]*:|try ['"`‘].*(?:--help|-h\b|help)|(?:see|run|use) .*--help|for more information)/i;

export function reasonPrinted(printed: string): PrintedReason {
  const all = printed.trim();
  const lines = all.split('\n').filter((line) => line.trim() !== '');
  const start = lines.findIndex((line) => explanation.test(line));
  const isExplained = start !== -1;
  const { lines: mostLines, characters } = isExplained ? most.explained : most.unexplained;
  // In front of an explanation stands what is wrong; otherwise the end says it.
  const useful = (isExplained ? lines.slice(0, Math.max(start, 1)) : lines).slice(-mostLines);
  const text = useful.map((line) => line.trimEnd()).join('\n');
  if (text.length <= characters) return { text, isCut: useful.length < lines.length };
  const part = isExplained ? text.slice(0, characters - 1) : text.slice(1 - characters);
  return { text: isExplained ? `${part.toWellFormed()}…` : `…${part.toWellFormed()}`, isCut: true };
}
