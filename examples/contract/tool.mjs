// One executable with a command for each promise of the command-line contract.
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runCli } from 'cmdgate';
import { answers } from './commands/answers.mjs';
import { changes } from './commands/changes.mjs';
import { failures } from './commands/failures.mjs';
import { inputs } from './commands/inputs.mjs';
import { jobsAndSettings } from './commands/jobs-and-settings.mjs';
import { longWork } from './commands/long-work.mjs';
import { programs } from './commands/programs.mjs';
import { services } from './commands/services.mjs';

const state = join(process.env.XDG_STATE_HOME ?? join(homedir(), '.local', 'state'), 'contract-tool');

/** A place of its own for work, made when it is chosen, and a history of its own. */
const place = (name) => ({
  get workspace() {
    const directory = join(state, 'places', name);
    mkdirSync(directory, { recursive: true });
    return directory;
  },
  ledger: { directory: join(state, 'histories', name) },
});

await runCli({
  name: 'contract-tool',
  version: '1.0.0',
  strict: true,
  ledger: { directory: join(state, 'history') },
  contexts: { red: place('red'), blue: place('blue') },
  commands: {
    ...answers,
    ...inputs,
    ...changes,
    ...failures,
    ...longWork,
    ...programs,
    ...services,
    ...jobsAndSettings,
  },
});
