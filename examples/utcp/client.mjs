// A program that speaks UTCP: it loads a manual and calls its tools, without a configuration and without an agent.

import { fileURLToPath } from 'node:url';
import { callTool, loadManual, UtcpError } from 'cmdgate/utcp';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const manual = await loadManual(here('manuals/repository.json'), { workspace: here('workspace') });
for (const { name, description } of manual.tools) console.log(`${manual.name}.${name}: ${description}`);

const { stdout, return_code } = await callTool(manual, 'repository.search', { text: 'milk' });
console.log(return_code, stdout.trim());

// Finding nothing is a result, and no error: grep exits with 1.
console.log((await callTool(manual, 'repository.search', { text: 'caviar' })).return_code);

try {
  await callTool(manual, 'repository.search', { text: 'token', directory: '..' });
} catch (error) {
  if (!(error instanceof UtcpError)) throw error;
  console.log(`${error.name}: ${error.hint}`);
}

await manual.close();
