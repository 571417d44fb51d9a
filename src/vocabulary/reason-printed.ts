// Of what a failed program printed, the few lines that say why. A hint is read by whoever acts next: a page on how to
// use the program hides the one line that matters.

export interface PrintedReason {
  readonly text: string;
  /** Whether it printed more than this. */
  readonly isCut: boolean;
}

const mostLines = 3;
const mostCharacters = 300;

/** Where a program begins to explain itself. */
const explanation =
  /^\s*(?:(?:usage|synopsis|options|commands|available (?:commands|options|subcommands)|flags|examples?)\b[^:]*:|try ['"`‘].*(?:--help|-h\b|help)|(?:see|run|use) .*--help|for more information)/i;

export function reasonPrinted(printed: string): PrintedReason {
  const all = printed.trim();
  const lines = all.split('\n').filter((line) => line.trim() !== '');
  const start = lines.findIndex((line) => explanation.test(line));
  // In front of an explanation stands what is wrong; otherwise the end says it.
  const useful = start === -1 ? lines.slice(-mostLines) : lines.slice(0, Math.max(start, 1)).slice(-mostLines);
  const text = useful.map((line) => line.trimEnd()).join('\n');
  const isShort = text.length <= mostCharacters;
  return {
    text: isShort ? text : shortened(text, start !== -1),
    isCut: !isShort || useful.length < lines.length,
  };
}

function shortened(text: string, fromStart: boolean): string {
  return fromStart
    ? `${text.slice(0, mostCharacters - 1).toWellFormed()}…`
    : `…${text.slice(1 - mostCharacters).toWellFormed()}`;
}
