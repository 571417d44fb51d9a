import { Command, InvalidArgumentError, Option } from 'commander';

const date = (v) => {
  if (!/^\d{4}-\d\d-\d\d$/.test(v) || Number.isNaN(Date.parse(v))) throw new InvalidArgumentError('Not a date.');
  return v;
};
const program = new Command('tool').version('1.0.0', '-V, --version').description('Issues of a project');
const issue = program.command('issue').description('Issues');
issue
  .command('list')
  .description('List issues')
  .addOption(new Option('--state <state>', 'Only these').choices(['open', 'closed']))
  .option('--label <labels>', 'With these labels', (v) => v.split(','))
  .option('--since <date>', 'Opened since', date)
  .option('--json', 'As JSON')
  .action((o) => {
    const rows = [{ id: 1, title: 'A', state: o.state ?? 'open' }];
    if (o.json) console.log(JSON.stringify(rows));
    else console.table(rows);
  });
issue
  .command('remove <id>')
  .description('Remove an issue')
  .option('--yes', 'Do not ask')
  .action((id, o) => {
    if (!o.yes) {
      console.error('Give --yes');
      process.exitCode = 2;
      return;
    }
    console.log(`removed ${id}`);
  });
program
  .command('user')
  .description('Users')
  .command('add <name>')
  .description('Add a user')
  .action((name) => console.log(name));
program.parse();
