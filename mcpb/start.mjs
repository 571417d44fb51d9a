// Where the bundle for desktop clients starts: `cmdgate serve` in the directory that its user chose. These clients cannot
// be told in which directory to start a server.
import { fileURLToPath } from 'node:url';

const [node, , workspace = ''] = process.argv;
try {
  process.chdir(workspace);
} catch (error) {
  process.stderr.write(
    `cmdgate: the workspace "${workspace}" cannot be opened (${error.code}). Choose a directory in the settings of the extension.\n`,
  );
  process.exit(1);
}
const executable = new URL('node_modules/cmdgate/bin/cmdgate.js', import.meta.url);
process.argv = [node, fileURLToPath(executable), 'serve'];
await import(executable);
