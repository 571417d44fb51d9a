import { Args, Command } from '@oclif/core';
export default class Add extends Command {
  static description = 'Add a user';
  static args = { name: Args.string({ required: true }) };
  async run() {
    const { args } = await this.parse(Add);
    this.log(args.name);
  }
}
