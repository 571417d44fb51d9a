// One executable with a command for each promise of the command-line contract.
import { runCli } from 'cmdgate';
import { answers } from './commands/answers.mjs';
import { changes } from './commands/changes.mjs';
import { failures } from './commands/failures.mjs';
import { inputs } from './commands/inputs.mjs';
import { longWork } from './commands/long-work.mjs';
import { programs } from './commands/programs.mjs';

await runCli({
  name: 'contract-tool',
  version: '1.0.0',
  strict: true,
  commands: { ...answers, ...inputs, ...changes, ...failures, ...longWork, ...programs },
});
