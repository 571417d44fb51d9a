import { defineCommand, runCli } from 'cmdgate';

const list = defineCommand({
  description: 'List issues',
  danger: 'safe',
  arguments: [
    { name: '--state', type: 'string', enum: ['open', 'closed'], description: 'Only these' },
    { name: '--label', type: 'array', description: 'With these labels' },
    { name: '--since', type: 'datetime', description: 'Opened since' },
  ],
  handler: ({ state }) => [{ id: 1, title: 'A', state: state ?? 'open' }],
});
const remove = defineCommand({
  description: 'Remove an issue',
  danger: 'destructive',
  confirm: ({ id }) => `Remove ${id}?`,
  dryRun: true,
  arguments: [{ name: 'id', type: 'string', required: true, description: 'Which' }],
  handler: ({ id }) => ({ effect: 'deleted', id }),
});
const add = defineCommand({
  description: 'Add a user',
  danger: 'mutating',
  arguments: [{ name: 'name', type: 'string', required: true, description: 'Who' }],
  handler: ({ name }) => ({ effect: 'created', name }),
});
await runCli({
  name: 'tool',
  version: '1.0.0',
  description: 'Issues of a project',
  commands: {
    issue: { description: 'Issues', subcommands: { list, remove } },
    user: { description: 'Users', subcommands: { add } },
  },
});
