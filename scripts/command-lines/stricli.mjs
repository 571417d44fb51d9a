import { buildApplication, buildCommand, buildRouteMap, run } from '@stricli/core';

const date = (v) => {
  if (!/^\d{4}-\d\d-\d\d$/.test(v) || Number.isNaN(Date.parse(v))) throw new Error('Not a date');
  return v;
};
const list = buildCommand({
  docs: { brief: 'List issues' },
  parameters: {
    flags: {
      state: { kind: 'enum', values: ['open', 'closed'], optional: true, brief: 'Only these' },
      label: { kind: 'parsed', parse: String, variadic: ',', optional: true, brief: 'With these labels' },
      since: { kind: 'parsed', parse: date, optional: true, brief: 'Opened since' },
      json: { kind: 'boolean', optional: true, brief: 'As JSON' },
    },
  },
  func(f) {
    const rows = [{ id: 1, title: 'A', state: f.state ?? 'open' }];
    this.process.stdout.write(
      f.json ? `${JSON.stringify(rows)}\n` : `${rows.map((r) => Object.values(r).join('  ')).join('\n')}\n`,
    );
  },
});
const remove = buildCommand({
  docs: { brief: 'Remove an issue' },
  parameters: {
    flags: { yes: { kind: 'boolean', optional: true, brief: 'Do not ask' } },
    positional: { kind: 'tuple', parameters: [{ placeholder: 'id', parse: String, brief: 'Which' }] },
  },
  func(f, id) {
    if (!f.yes) {
      this.process.stderr.write('Give --yes\n');
      process.exitCode = 2;
      return;
    }
    this.process.stdout.write(`removed ${id}\n`);
  },
});
const add = buildCommand({
  docs: { brief: 'Add a user' },
  parameters: { positional: { kind: 'tuple', parameters: [{ placeholder: 'name', parse: String, brief: 'Who' }] } },
  func(_, n) {
    this.process.stdout.write(`${n}\n`);
  },
});
const root = buildRouteMap({
  routes: {
    issue: buildRouteMap({ routes: { list, remove }, docs: { brief: 'Issues' } }),
    user: buildRouteMap({ routes: { add }, docs: { brief: 'Users' } }),
  },
  docs: { brief: 'Issues of a project' },
});
await run(buildApplication(root, { name: 'tool', versionInfo: { currentVersion: '1.0.0' } }), process.argv.slice(2), {
  process,
});
