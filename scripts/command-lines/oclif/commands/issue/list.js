import { Command, Flags } from '@oclif/core';

const date = Flags.custom({
  parse: async (v) => {
    if (!/^\d{4}-\d\d-\d\d$/.test(v) || Number.isNaN(Date.parse(v))) throw new Error('Not a date');
    return v;
  },
});
export default class List extends Command {
  static description = 'List issues';
  static enableJsonFlag = true;
  static flags = {
    state: Flags.string({ options: ['open', 'closed'], description: 'Only these' }),
    label: Flags.string({ multiple: true, delimiter: ',', description: 'With these labels' }),
    since: date({ description: 'Opened since' }),
  };
  async run() {
    const { flags } = await this.parse(List);
    const rows = [{ id: 1, title: 'A', state: flags.state ?? 'open' }];
    for (const r of rows) this.log(Object.values(r).join('  '));
    return rows;
  }
}
