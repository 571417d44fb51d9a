import { Cli, z } from 'incur';

const issue = Cli.create('issue', { description: 'Issues' })
  .command('list', {
    description: 'List issues',
    options: z.object({
      state: z.enum(['open', 'closed']).optional().describe('Only these'),
      label: z.array(z.string()).optional().describe('With these labels'),
      since: z.iso.date().optional().describe('Opened since'),
    }),
    run(c) {
      return [{ id: 1, title: 'A', state: c.options.state ?? 'open' }];
    },
  })
  .command('remove', {
    description: 'Remove an issue',
    args: z.object({ id: z.string() }),
    options: z.object({ yes: z.boolean().optional() }),
    run(c) {
      return c.options.yes ? { removed: c.args.id } : c.error({ code: 'CONFIRM', message: 'Give --yes' });
    },
  });
const user = Cli.create('user', { description: 'Users' }).command('add', {
  description: 'Add a user',
  args: z.object({ name: z.string() }),
  run: (c) => ({ name: c.args.name }),
});
Cli.create('tool', { description: 'Issues of a project', version: '1.0.0' }).command(issue).command(user).serve();
