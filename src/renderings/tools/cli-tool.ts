// The one tool that every client sees, word for word as section 3.1 of the ACLI specification has it.

export interface CliTool {
  readonly name: 'cli';
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: { readonly command: { readonly type: 'string'; readonly description: string } };
    required: string[];
  };
}

/** The definition of the `cli` tool; it does not grow with the number of commands. */
export const cliTool: CliTool = {
  name: 'cli',
  description: "Execute CLI command. Run 'help' for available commands.",
  inputSchema: {
    type: 'object',
    properties: {
      command: {
        type: 'string',
        description: "CLI command string (e.g., 'calendar events --today')",
      },
    },
    required: ['command'],
  },
};
