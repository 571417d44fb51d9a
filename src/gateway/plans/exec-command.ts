import type { Command } from '../../vocabulary/command.js';

/** As what the question about a whole plan is recorded. Its lines are recorded as what they are. */
export const execCommand: Command = {
  path: ['exec'],
  aliases: [],
  description: 'Run a plan',
  parameters: [],
  danger: 'safe',
  examples: [],
  outputSchema: undefined,
  timeoutMs: undefined,
  builtIn: true,
  toText: undefined,
  run: () => undefined,
  dryRun: undefined,
};
