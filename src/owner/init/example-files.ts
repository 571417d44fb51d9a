// What `init` writes for each start: the configuration, one example and the policy, as texts.

import type { Choices, PolicyName, WorkspaceStart } from './choices.js';

export interface Example {
  /** Where it belongs, unless the name is taken. */
  readonly folder: string;
  readonly file: string;
  readonly text: string;
  readonly about: string;
}

/** What stands beside the configuration; a guarded shell needs no file. */
export function exampleOf(start: WorkspaceStart): Example | undefined {
  if (start === 'commands') {
    return { folder: 'commands', file: 'note.ts', text: noteCommand, about: 'an example: note add, list and remove' };
  }
  if (start === 'handle') {
    return { folder: 'handles', file: 'search.json', text: searchHandle, about: 'an example: search runs grep' };
  }
  return undefined;
}

type WorkspaceChoices = Pick<Choices, 'name'> & { readonly start: WorkspaceStart };

/** `pattern` leads to the example. */
export function configurationText(
  { name, start }: WorkspaceChoices,
  pattern: string | undefined,
  policyFile: string,
): string {
  return toText({
    $schema: './node_modules/cmdgate/schemas/config.json',
    name,
    version: '1.0.0',
    description: descriptions[start],
    ...(start === 'commands' && { commands: [pattern] }),
    ...(start === 'handle' && { handles: [pattern] }),
    ...(start === 'shell' && { shell: { enabled: true } }),
    policy: policyFile,
  });
}

/** The first sentence that an agent reads. */
const descriptions: Readonly<Record<WorkspaceStart, string>> = {
  commands: 'Notes of this project: add, list and remove them',
  handle: 'Search the files of this project',
  shell: 'Programs for work on this project',
};

export function policyText(policy: PolicyName, start: WorkspaceStart): string {
  return toText({
    $schema: './node_modules/cmdgate/schemas/policy.json',
    default: policy === 'read-only' ? 'deny' : 'ask',
    rules: policy === 'standard' ? standardRules[start] : readingRules(start),
  });
}

/** One rule for each, so that there is something to copy. What they do not mention is decided by the standard policy. */
const standardRules: Readonly<Record<WorkspaceStart, readonly object[]>> = {
  commands: [
    {
      id: 'removing-notes',
      decision: 'ask',
      reason: 'A person confirms that a note is removed.',
      command: 'note remove',
      match: ['note remove'],
      not_match: ['note list'],
    },
  ],
  handle: [
    {
      id: 'searching',
      decision: 'allow',
      reason: 'Searching changes nothing.',
      command: 'search',
      match: ['search'],
      not_match: ['note remove'],
    },
  ],
  shell: [
    {
      id: 'npm-test',
      decision: 'allow',
      reason: 'Tests may run.',
      command: 'shell',
      program: 'npm',
      arguments: [['test'], ['run', 'lint']],
      match: ['npm test', 'npm run lint'],
      not_match: ['npm install', 'npm run deploy'],
    },
  ],
};

/** They take the place of the standard rules of the same names, which allow more. */
function readingRules(start: WorkspaceStart): readonly object[] {
  const ownCommands = {
    id: 'own-commands',
    decision: 'allow',
    reason: 'It only reads.',
    danger: 'safe',
    unless: { command: 'shell' },
    match: [{ command: 'note list', danger: 'safe' }],
    not_match: [
      { command: 'note add', danger: 'mutating' },
      { run: 'ls', command: 'shell' },
    ],
  };
  if (start !== 'shell') return [ownCommands];
  const reading = {
    decision: 'allow',
    reason: 'It only reads files of the workspace.',
    command: 'shell',
    onlyEffects: 'reads',
  };
  return [
    { id: 'understood', ...reading, match: ['git log', 'grep -rn TODO src'], not_match: ['touch x', 'npm test'] },
    { id: 'sandboxed', ...reading, match: ['cat README.md'], not_match: ['npm test', 'make'] },
    { id: 'sandboxed-with-list', ...reading, match: ['cat README.md'], not_match: ['npm test', 'make'] },
    ownCommands,
  ];
}

const searchHandle = toText({
  name: 'search',
  description: 'Find the lines in the files of this project that contain a text',
  handler: 'command',
  danger: 'safe',
  command: 'grep',
  arguments: [
    '--recursive',
    '--line-number',
    '--binary-files=without-match',
    '--exclude-dir=.git',
    '--exclude-dir=node_modules',
    '--fixed-strings',
    '--regexp={{text}}',
    '.',
  ],
  results: { 0: { lines: { $: 'stdout' } }, 1: { lines: '' } },
  parameters: {
    type: 'object',
    properties: { text: { type: 'string', description: 'The text to find' } },
    required: ['text'],
  },
  examples: ['search --text TODO'],
});

function toText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

const noteCommand = `import { readFile } from 'node:fs/promises';
import { CommandError, defineCommand } from 'cmdgate';

// The notes are in notes.json, in the workspace. Replace them with what your agent should work with.
const file = 'notes.json';

interface Note {
  id: number;
  text: string;
}

async function readNotes(path: string): Promise<Note[]> {
  const text = await readFile(path, 'utf8').catch(() => '[]');
  return JSON.parse(text) as Note[];
}

export const note = defineCommand({
  description: 'Keep notes',
  subcommands: {
    // "safe" reads, "mutating" changes something, "destructive" asks a person first.
    list: {
      description: 'List all notes',
      danger: 'safe',
      handler: async (_, context) => ({ notes: await readNotes(context.resolvePath(file)) }),
    },
    add: {
      description: 'Add a note',
      danger: 'mutating',
      arguments: [{ name: 'text', type: 'string', required: true, path: false, description: 'What to remember' }],
      examples: ['note add "Buy milk"'],
      handler: async ({ text }, context) => {
        const notes = await readNotes(context.resolvePath(file));
        const added = { id: (notes.at(-1)?.id ?? 0) + 1, text };
        await context.writeFile(file, JSON.stringify([...notes, added], null, 2));
        return { effect: 'created', note: added };
      },
    },
    remove: {
      description: 'Remove a note',
      danger: 'destructive',
      dryRun: true,
      arguments: [{ name: 'id', type: 'integer', required: true, description: 'Its id; note list shows it' }],
      handler: async ({ id }, context) => {
        const notes = await readNotes(context.resolvePath(file));
        const removed = notes.find((one) => one.id === id);
        if (removed === undefined) {
          throw new CommandError('NO_SUCH_NOTE', \`There is no note \${id}\`, { hint: "Run 'note list' to see the ids" });
        }
        const rest = notes.filter((one) => one !== removed);
        if (!context.dryRun) await context.writeFile(file, JSON.stringify(rest, null, 2));
        return { effect: 'deleted', note: removed };
      },
    },
  },
});
`;
