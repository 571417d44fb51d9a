// The one description of the configuration file. The check, schemas/config.json and the table in
// docs/configuration.md all come from it.

import { object, type ValueOf } from '../shape/shape.js';
import { allow, callers, deny } from './keys/callers.js';
import { commands, handlerProcess, strict } from './keys/commands.js';
import { handles } from './keys/handles.js';
import { http } from './keys/http.js';
import { icons, logs, title, tools, website } from './keys/introduction.js';
import { audit, ledger } from './keys/ledger.js';
import { limits } from './keys/limits.js';
import { approvals, policy } from './keys/policy.js';
import { credentials, programs } from './keys/programs.js';
import { sandbox } from './keys/sandbox.js';
import { shell } from './keys/shell.js';
import { snapshots } from './keys/snapshots.js';
import { oneLine, pathFrom } from './keys/texts.js';
import { utcp } from './keys/utcp.js';

/** What stands in a configuration file. */
export type ConfigurationFile = ValueOf<typeof configurationShape>;

export const configurationShape = object(
  {
    $schema: pathFrom(
      './node_modules/cmdgate/schemas/config.json',
      'The JSON Schema of this file, for editors. cmdgate does not read it.',
    ),
    name: oneLine(100, 'office', 'cmdgate', 'The name that `help` and `version` show.'),
    version: oneLine(
      100,
      '1.0.0',
      "cmdgate's own",
      'The version of your commands, shown by `version` and MCP clients; everything else shows the version of cmdgate. In YAML, quote it: `"1.0"`.',
    ),
    ...{ title, website, icons, tools, logs },
    description: oneLine(
      2_000,
      'Calendar and mail of the office',
      'Commands for agents and people',
      'What the commands are for, in one sentence. It is the first thing an agent reads.',
    ),
    workspace: pathFrom(
      './workspace',
      'The trusted directory: path arguments stay inside it. Relative to this file.',
      "the file's directory",
    ),
    ...{ commands, strict, handlerProcess, handles, utcp, programs, credentials },
    ...{ allow, deny, callers, limits, shell, sandbox, snapshots, policy, approvals, ledger, audit, http },
  },
  { description: 'The configuration of cmdgate. Every key is optional.' },
);
