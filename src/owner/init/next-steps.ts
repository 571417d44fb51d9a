import { quoteWord, quoteWords } from '../../command-line/quote.js';
import type { Start } from './choices.js';

export interface Step {
  readonly about: string;
  /** Each can be pasted into a shell as it stands. */
  readonly lines: readonly string[];
}

const tries: Readonly<Record<Start, readonly (readonly string[])[]>> = {
  commands: [
    ['run', 'note', 'add', 'Buy milk'],
    ['run', 'note', 'list'],
  ],
  handle: [['run', 'search', '--text', 'cmdgate']],
  shell: [
    ['run', 'shell', 'ls', '-la'],
    ['policy', 'check', 'rm', '-r', 'src'],
  ],
};

/** What to do with a new workspace. `client` is connected already. */
export function nextSteps(start: Start, words: readonly string[], client: string | undefined): readonly Step[] {
  const line = (more: readonly string[]) => [quoteWords(words), ...more.map(inDoubleQuotes)].join(' ');
  return [
    { about: 'Try it:', lines: tries[start].map(line) },
    ...(client === undefined
      ? [
          {
            about: 'Connect an agent (also: codex, cursor, vscode, gemini, zed):',
            lines: [line(['connect', 'claude-code'])],
          },
        ]
      : []),
    {
      about: 'Answer approvals, and see what ran:',
      lines: [line(['approvals']), line(['audit', 'list'])],
    },
    { about: 'See what is enforced on this machine:', lines: [line(['doctor'])] },
  ];
}

/** As people type it. */
function inDoubleQuotes(word: string): string {
  return /^[\w ]* [\w ]*$/.test(word) ? `"${word}"` : quoteWord(word);
}
