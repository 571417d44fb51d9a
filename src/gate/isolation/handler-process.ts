// A process of its own that holds the handlers of command modules. Not imported by anything: the gate starts it.
import { loadCommandModules } from '../../sources/typescript/load-modules.js';
import { readDefinitions } from '../../sources/typescript/read-definitions.js';
import { serveHandlers } from './inside/serve-handlers.js';

serveHandlers(async ({ files, strict }) =>
  readDefinitions(await loadCommandModules(files), { strict, canIsolate: true }),
);
