// A tool of the team that describes itself: `tickets.mjs utcp` prints its manual, `tickets.mjs list <state>` does it.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [action, wanted] = process.argv.slice(2);

const manual = {
  utcp_version: '1.0.1',
  manual_version: '1.0.0',
  info: { title: 'tickets', description: 'Look at the tickets of the team' },
  tools: [
    {
      name: 'tickets.list',
      description: 'List the tickets that are in a state',
      tags: ['tickets', 'danger:safe'],
      inputs: {
        type: 'object',
        properties: { state: { type: 'string', enum: ['open', 'closed'], description: 'Which tickets' } },
        required: ['state'],
      },
      outputs: { type: 'string', description: 'One ticket on each line' },
      tool_call_template: {
        call_template_type: 'cli',
        command: 'node',
        args: [fileURLToPath(import.meta.url), 'list', placeholder('state')],
        working_directory: 'tickets',
        environment: { TICKETS_TOKEN: placeholder('TICKETS_TOKEN') },
      },
    },
  ],
};

function placeholder(name) {
  return `\${${name}}`;
}

if (action === 'utcp') {
  // Programs like to talk before they come to the point.
  console.log('[info] tickets 1.0.0 starts');
  console.log('[info] {"plugins": []}');
  console.log(JSON.stringify(manual, undefined, 2));
} else {
  if (!process.env.TICKETS_TOKEN) throw new Error('TICKETS_TOKEN is not set.');
  console.error(`signed in with ${process.env.TICKETS_TOKEN}`);
  for (const file of readdirSync('.').sort()) {
    const [state, title] = readFileSync(file, 'utf8').trim().split(': ');
    if (state === wanted) console.log(`${file}: ${title}`);
  }
}
