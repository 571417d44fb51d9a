// The tool that runs any program, with the parameters of the shell_cmd specification's table and `stdin`.

import { usualShell } from '../../sources/shell/shell-host.js';

export interface ShellCmdTool {
  readonly name: 'shell_cmd';
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, ShellCmdParameter>>;
    required: string[];
    readonly additionalProperties: false;
  };
}

type ShellCmdParameter = {
  readonly type: 'string' | 'number' | 'array' | 'boolean';
  readonly description: string;
  readonly items?: { readonly type: 'string' };
  enum?: string[];
  readonly minimum?: number;
  readonly default?: string | number;
};

/** Listed only where the owner has let programs in. */
export const shellCmdTool: ShellCmdTool = {
  name: 'shell_cmd',
  description: [
    'Run a command line in the workspace. "command" alone is a line as you would write it for bash: cd web && npm test 2>&1 | tail -20. Pipes, redirections, &&, ||, ;, quotes, globs, variables, $(…), here-documents, if, for and while work; no shell runs, so functions, arrays, eval and source do not.',
    'Or exactly: "command" is one program and "parameters" are its arguments, one per item; they reach it as given, without quoting.',
    'Code for a shell (bash -c) is read, and each program in it is judged as if it had been sent by itself. Code that nobody can read (a script, node -e) runs in a sandbox and asks where its network is open; without a sandbox a script asks, and code in arguments is denied.',
    'With a sandbox, which is a wall (the answer says scope: enforced), programs and code run at once: npm test, make, node -e. There they have the workspace, the programs of the system and an empty /tmp, and no network unless the owner gave it one. What destroys still asks a person first.',
    'Without a sandbox, checking is a guard rail with questions (scope: checked): plain calls of common programs run at once (ls, cat, grep, find, sed, git status/diff/log/add/commit, mkdir, cp, mv, tee); everything else asks a person. Use plain options, written out in full.',
    'Paths outside the workspace are always refused, and the answer says what to do instead.',
    "A program that takes longer is answered with its run id and the output so far: go on with the cli tool and 'runs wait <id>', 'runs output <id>' or 'runs cancel <id>'.",
  ].join('\n'),
  inputSchema: {
    type: 'object',
    properties: {
      command: {
        type: 'string',
        description: 'A command line, or with "parameters" one program: a name such as "ls", or a path.',
      },
      parameters: {
        type: 'array',
        items: { type: 'string' },
        description: 'Its arguments, one per item: ["-la", "my notes.txt"].',
      },
      directory: {
        type: 'string',
        description: 'Where it runs: inside the workspace, which is also the default.',
      },
      timeout: {
        type: 'number',
        minimum: 1,
        default: usualShell.timeoutMs,
        description: 'After how many milliseconds it is ended. A whole number.',
      },
      output_format: {
        type: 'string',
        enum: ['markdown', 'json'],
        default: 'markdown',
        description: 'The form of the answer.',
      },
      output_detail: {
        type: 'string',
        enum: ['minimal', 'full'],
        default: 'minimal',
        description: 'minimal shows the head and the tail of what was printed; full only where all of it is needed.',
      },
      artifact_paths: {
        type: 'array',
        items: { type: 'string' },
        description: 'Files inside the workspace whose SHA-256 and size are told after the run.',
      },
      stdin: {
        type: 'string',
        description:
          "Text that the program reads from its standard input. Or the one word open: the answer comes soon, and 'runs write <id>' of the cli tool gives the program what it reads.",
      },
      background: {
        type: 'boolean',
        description: 'true: the answer comes at once, with the run id, and it goes on, as a dev server does.',
      },
      description: { type: 'string', description: 'A few words on what it is for, for the person who reads along.' },
    },
    required: ['command'],
    additionalProperties: false,
  },
};
