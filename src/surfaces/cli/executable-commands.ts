// Everything that an executable can do by itself, in the order in which help lists it: its doors, and what its owner can do.

import { execArguments, execArgumentsOfCommandLines, execDescription } from '../../gate/own-commands/exec-command.js';
import type { OwnerCommands } from '../../owner/owner-command.js';
import { ownerCommands } from '../../owner/owner-commands.js';

export const executableCommands: OwnerCommands = {
  run: {
    description: 'Run one command of the workspace',
    arguments: [
      { name: 'words', type: 'string', required: true, variadic: true, description: 'The command and its arguments' },
    ],
    needs: 'request',
  },
  // What comes in by a door is judged at its own danger.
  serve: {
    description: 'Serve the commands to agents over MCP, on stdio or on HTTP',
    danger: 'safe',
    arguments: [
      { name: '--http', type: 'flag', description: 'Streamable HTTP at /mcp instead of stdio' },
      {
        name: '--port',
        type: 'integer',
        minimum: 0,
        maximum: 65_535,
        description: 'The port for HTTP; 0 picks a free one',
      },
      {
        name: '--host',
        type: 'string',
        description: 'The address for HTTP; any address except loopback requires a token',
      },
    ],
    everywhere: true,
    needs: 'gate',
    load: async () => (await import('./serve.js')).serve,
  },
  exec: {
    description: execDescription,
    danger: 'safe',
    arguments: [
      ...execArguments,
      ...execArgumentsOfCommandLines,
      { name: '--format', type: 'string', enum: ['jsonl'], description: 'Answers are always JSON lines' },
      { name: '--output', type: 'string', enum: ['jsonl'], description: 'The same' },
      { name: '--quiet', type: 'flag', description: 'No summary on a terminal' },
      { name: '--unmask', type: 'flag', description: 'Show values that look like credentials instead of masking them' },
    ],
    exclusive: [['--input', '--input-file']],
    validates: true,
    everywhere: true,
    needs: 'gate',
    load: async () => (await import('./exec.js')).exec,
  },
  repl: {
    description: 'Run commands interactively, or with --stdin one per line from a pipe',
    danger: 'safe',
    arguments: [{ name: '--stdin', type: 'flag', description: 'Read commands from a pipe, one per line' }],
    everywhere: true,
    needs: 'gate',
    load: async () => (await import('./repl.js')).repl,
  },
  hook: {
    description: "Judge and record the lines that a client's own shell runs",
    danger: 'safe',
    arguments: [
      {
        name: 'client',
        type: 'string',
        required: true,
        enum: ['claude-code', 'codex', 'cursor', 'gemini'],
        description: "The client that sends the event on standard input; the answer has that client's format",
      },
      {
        name: '--fail',
        type: 'string',
        enum: ['closed', 'open'],
        default: 'closed',
        description: 'If cmdgate itself fails: closed asks or refuses, open leaves the decision to the client',
      },
      {
        name: '--ask',
        type: 'string',
        enum: ['client', 'later', 'wait'],
        description:
          'When the policy asks: client lets the client ask; later refuses until someone approves with cmdgate approvals; wait waits for that answer',
      },
      {
        name: '--timeout',
        type: 'integer',
        minimum: 1,
        maximum: 3_600,
        description: "Seconds before the hook gives up (30 by default). Keep it below the client's own timeout",
      },
    ],
    needs: 'nothing',
    load: async () => (await import('../hook/hook.js')).hook,
  },
  ...ownerCommands,
  completion: {
    description: 'Print a shell completion script',
    danger: 'safe',
    arguments: [
      { name: 'shell', type: 'string', required: true, enum: ['bash', 'zsh', 'fish'], description: 'Which shell' },
      {
        name: 'words',
        type: 'string',
        variadic: true,
        path: false,
        description: 'After --: the words so far, as the script passes them; what could come next is printed',
      },
    ],
    yields: true,
    everywhere: true,
    needs: 'nothing',
    load: async () => (await import('./completion/completion.js')).completion,
  },
  reference: {
    description: 'Print a man page or a Markdown page with every command',
    danger: 'safe',
    arguments: [
      { name: 'form', type: 'string', required: true, enum: ['man', 'markdown'], description: 'Which document' },
    ],
    yields: true,
    everywhere: true,
    needs: 'nothing',
    load: async () => (await import('./reference/reference.js')).reference,
  },
};
