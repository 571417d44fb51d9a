/** The one tool definition that every ACLI server has: section 3.1 of the specification, word for word. */
export const cliTool = {
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
} as const;
