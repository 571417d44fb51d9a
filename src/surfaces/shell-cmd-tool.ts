// The tool that runs any program, with the parameters of the shell_cmd specification's table and `stdin`.

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
  readonly type: 'string' | 'number' | 'array';
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
    'Run one program in the workspace, without a shell: "command" is the program alone, "parameters" are its arguments, one per item, and reach it exactly as given.',
    'No quoting is needed. Pipes, redirections, && and $VARIABLES do nothing; file globs such as src/*.ts work where a program takes file names.',
    'What reads or changes files of the workspace runs at once; what destroys asks a person first. In a sandbox (the answer then says scope: enforced) code runs at once, too: npm test, make, sh -c, node -e. There it has the workspace, the programs of the system and an empty /tmp, and no network unless the owner gave it one. Without a sandbox, code and the network ask a person, and inline code is refused. Paths outside the workspace are always refused, and the answer says what to do instead.',
    "A program that takes longer is answered with its run id and the output so far: go on with the cli tool and 'runs wait <id>', 'runs output <id>' or 'runs cancel <id>'.",
  ].join('\n'),
  inputSchema: {
    type: 'object',
    properties: {
      command: { type: 'string', description: 'The program: a name such as "ls", or a path. No arguments here.' },
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
        default: 600_000,
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
    },
    required: ['command'],
    additionalProperties: false,
  },
};
