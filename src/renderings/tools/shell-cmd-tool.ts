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
    'To pass arguments exactly, put one program in "command" and its arguments in "parameters", one per item, without quoting.',
    'Code for a shell (bash -c) is parsed, and each program in it is judged as if sent on its own. Code that cannot be judged (a script, node -e) runs in a sandbox, and asks if the sandbox has network access; without a sandbox, scripts ask and code in arguments is denied.',
    "With a sandbox, which is a wall (scope: enforced), programs and code run at once: npm test, make, node -e. They see the workspace, the system's programs and an empty /tmp, and have no network unless the owner allowed it. Destructive actions still ask a person first.",
    'Without a sandbox, checks are a guard rail with questions (scope: checked): plain calls of common programs run at once (ls, cat, grep, find, sed, git status/diff/log/add/commit, mkdir, cp, mv, tee); everything else asks a person. Use plain options, written out in full.',
    'Paths outside the workspace are always refused; the answer says what to do instead.',
    "For a long-running program, the answer has its run id and the output so far: continue with the cli tool and 'runs wait <id>', 'runs output <id>' or 'runs cancel <id>'.",
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
        description: 'The directory to run in; it must be inside the workspace (the default).',
      },
      timeout: {
        type: 'number',
        minimum: 1,
        default: usualShell.timeoutMs,
        description: 'Time limit in milliseconds, a whole number.',
      },
      output_format: {
        type: 'string',
        enum: ['markdown', 'json'],
        default: 'markdown',
        description: 'The format of the answer.',
      },
      output_detail: {
        type: 'string',
        enum: ['minimal', 'full'],
        default: 'minimal',
        description: 'minimal shows the head and tail of the output; use full only if you need all of it.',
      },
      artifact_paths: {
        type: 'array',
        items: { type: 'string' },
        description: 'Files in the workspace to report the SHA-256 and size of after the run.',
      },
      stdin: {
        type: 'string',
        description:
          "Text for the program's standard input. Or the single word open: the answer then comes early, and the cli tool's 'runs write <id>' sends input to the running program.",
      },
      background: {
        type: 'boolean',
        description:
          'true: start it and answer at once with the run id; it keeps running (for dev servers and the like).',
      },
      description: {
        type: 'string',
        description: 'A few words on what this is for, shown to the person who approves it.',
      },
    },
    required: ['command'],
    additionalProperties: false,
  },
};
