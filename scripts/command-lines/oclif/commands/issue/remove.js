import { Args, Command, Flags } from '@oclif/core';
export default class Remove extends Command {
  static description = 'Remove an issue';
  static args = { id: Args.string({ required: true, description: 'Which' }) };
  static flags = { yes: Flags.boolean({ description: 'Do not ask' }) };
  async run() {
    const { args, flags } = await this.parse(Remove);
    if (!flags.yes) this.error('Give --yes', { exit: 2 });
    this.log(`removed ${args.id}`);
  }
}
