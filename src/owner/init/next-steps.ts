import { quoteWord, quoteWords } from '../../command-line/quote.js';
import type { Start, WorkspaceStart } from './choices.js';

export interface Step {
  readonly about: string;
  /** Each can be pasted into a shell as it stands. */
  readonly lines: readonly string[];
}

const tries: Readonly<Record<WorkspaceStart, readonly (readonly string[])[]>> = {
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

const stepsOfPackage: readonly Step[] = [
  { about: 'Install, and test it:', lines: ['npm install', 'npm test'] },
  { about: 'Use it:', lines: ['node dist/cli.js add "Buy milk"', 'node dist/cli.js list', 'node dist/cli.js --help'] },
];

const usualClient = 'claude-code';

/** What to do with a new workspace. `client` is connected already. */
export function nextSteps(
  start: Start,
  words: readonly string[],
  client: string | undefined,
  clients: readonly string[],
): readonly Step[] {
  if (start === 'executable') return stepsOfPackage;
  const line = (more: readonly string[]) => [quoteWords(words), ...more.map(inDoubleQuotes)].join(' ');
  return [
    { about: 'Try it:', lines: tries[start].map(line) },
    ...(client === undefined
      ? [
          {
            about: `Connect an agent (also: ${clients.filter((name) => name !== usualClient).join(', ')}):`,
            lines: [line(['connect', usualClient, ...(start === 'shell' ? ['--close-shell'] : [])])],
          },
        ]
      : start === 'shell'
        ? [
            {
              about: "Switch the client's own shell off, so that the guarded one is the only one:",
              lines: [line(['connect', client, '--close-shell'])],
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
