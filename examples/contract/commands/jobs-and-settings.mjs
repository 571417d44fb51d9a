// What works on several things, goes on after the answer, or is kept for the next call.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { CommandError } from 'cmdgate';
import { mutating, safe } from '../declare.mjs';

/** The jobs of a machine elsewhere, which comes a step further whenever somebody looks. */
const jobs = () => (existsSync('jobs.json') ? JSON.parse(readFileSync('jobs.json', 'utf8')) : {});
const setJob = (job, status) => writeFileSync('jobs.json', JSON.stringify({ ...jobs(), [job]: status }));
const job = { name: 'job', type: 'string', format: 'id', path: false, required: true, description: 'Which' };

export const jobsAndSettings = {
  publish: mutating({
    description: 'Publishes packages, those that it can',
    arguments: [{ name: 'names', type: 'string', variadic: true, required: true, path: false, description: 'Which' }],
    fails: [3, 6],
    handler: async ({ names }, { items }) => {
      const told = await items(names, (name) => {
        if (name.startsWith('old-')) throw new CommandError('CONFLICT', 'It is published already.');
        return { published: true };
      });
      return { effect: 'created', ...told };
    },
  }),
  build: {
    description: 'Builds, which take their time',
    subcommands: {
      start: mutating({
        description: 'Starts a build',
        job: { status: 'build status', cancel: 'build cancel' },
        handler: () => {
          const id = `build-${Object.keys(jobs()).length + 1}`;
          setJob(id, 'running');
          return { effect: 'created', job_id: id, poll_after_ms: 200 };
        },
      }),
      status: safe({
        description: 'How far it is',
        arguments: [job],
        fails: [5],
        handler: (input) => {
          const status = jobs()[input.job];
          if (status === undefined) throw new CommandError('NOT_FOUND', 'There is no such build.');
          if (status === 'running') setJob(input.job, 'done');
          return { status };
        },
      }),
      cancel: mutating({
        description: 'Ends it',
        arguments: [job],
        handler: (input) => {
          setJob(input.job, 'canceled');
          return { effect: 'updated', status: 'canceled' };
        },
      }),
    },
  },
  settings: {
    description: 'Settings',
    subcommands: {
      set: mutating({
        description: 'Sets the registry',
        writesSettings: true,
        arguments: [{ name: 'registry', type: 'string', required: true, path: false, description: 'Its address' }],
        handler: async ({ registry }, { writeSettings }) => ({
          effect: 'updated',
          ...(await writeSettings({ registry })),
        }),
      }),
      show: safe({ description: 'Shows the settings', handler: (_, { settings }) => settings() }),
    },
  },
  here: mutating({
    description: 'Leaves a file where the chosen context works',
    handler: async (_, { writeFile }) => {
      await writeFile('here.txt', 'here');
      return { effect: 'updated' };
    },
  }),
};
