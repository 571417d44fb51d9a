// What only a shell understands, and what to do here instead. There is no shell, so none of it could do harm: it
// shows that whoever wrote it expected one.

interface Form {
  readonly form: RegExp;
  readonly what: string;
  readonly advice: string;
}

const wholeLine = 'Send the whole line in command, without parameters';

/** The first that fits a whole word is the right one. */
const forms: readonly Form[] = [
  { form: /^&&$/, what: 'chains programs', advice: wholeLine },
  { form: /^\|\|$/, what: 'chains programs', advice: wholeLine },
  { form: /^;;?&?$/, what: 'chains programs', advice: wholeLine },
  {
    form: /^\|&?$/,
    what: 'connects programs',
    advice: wholeLine,
  },
  {
    form: /^&$/,
    what: 'starts a program in the background',
    advice: 'Remove it: a long run answers with its id and continues; on a command line, use --background',
  },
  {
    form: /^(?:\d*[<>]&(?:\d+|-)|&>>?\/dev\/null|\d*>>?\/dev\/null)$/,
    what: 'redirects a stream',
    advice: 'Remove it: stdout and stderr are both captured, separately',
  },
  { form: /^\d*<<\S*$/, what: 'gives text to a program', advice: 'Pass the text in stdin' },
  {
    form: /^[<>]\(.*\)$/s,
    what: 'substitutes a program',
    advice: 'Run that program first, and write its output to a file if needed',
  },
  {
    form: /^\d*<>?[^\s<>|&;()=!]*$/,
    what: 'reads a file',
    advice: 'Name the file as an argument, or pass its text in stdin',
  },
  {
    form: /^(?:\d*|&)>>?\|?[^\s<>|&;()=!]*$/,
    what: 'writes to a file',
    advice:
      'Remove it: the output is returned in stdout. To write a file, use an option of the program, or pass the text to tee (tee -a to append) in stdin',
  },
  {
    form: /^(?:\$\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|`[^`]*`)$/,
    what: 'substitutes the output of a program',
    advice: 'Run that program first, and put its output here as text',
  },
];

export interface ShellSyntax {
  /** Ends the sentence "The word && …". */
  readonly what: string;
  readonly advice: string;
}

/** What a whole word would mean to a shell. The same characters inside a longer text mean nothing. */
export function findShellSyntax(word: string): ShellSyntax | undefined {
  if (!/^(?:[&|;<>`]|\d+[<>]|\$\()/.test(word) || isLongerText(word)) return undefined;
  return forms.find(({ form }) => form.test(word));
}

/** Such as a quoted line of a mail, or a marker of a merge conflict. */
function isLongerText(word: string): boolean {
  return /^[<>]{4,}|^[<>|]=|^\d*[<>]+\s/.test(word);
}

/** What a text that should be one program has in it of a shell's syntax: the first of it. */
export function findSyntaxInside(text: string): ShellSyntax | undefined {
  const found = /\$\(|`|&&|\|\|?|;|&?>>?&?|<<|<|&/.exec(text)?.[0];
  if (found === undefined) return undefined;
  return findShellSyntax(found === '$(' ? '$()' : found === '`' ? '``' : found === '>&' ? '>&1' : found);
}
