import { release } from 'node:os';
import { loadSqlite } from '../../ledger/index/sqlite/connection.js';
import { packageVersion } from '../../version.js';
import { type Check, Checks } from './check.js';

/** As package.json says. */
const oldestNode = [20, 19] as const;
const testedNodes = [20, 22, 24];

export async function checkVersions(node = process.versions.node): Promise<readonly Check[]> {
  const checks = new Checks('versions');
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const isTooOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
  if (isTooOld) checks.fail(`Node ${node} is too old`, `Install Node ${oldestNode.join('.')} or later`);
  else if (!testedNodes.includes(major)) {
    checks.warn(
      `cmdgate ${packageVersion} has not been tested with Node ${node}`,
      `Use Node ${testedNodes.join(', ')}`,
    );
  } else checks.ok(`cmdgate ${packageVersion}, Node ${node}`);
  checks.ok(`${process.platform} ${release()} (${process.arch})`);
  try {
    const connection = (await loadSqlite())(':memory:');
    const [row] = connection.all('SELECT sqlite_version() AS version', []);
    connection.close();
    checks.ok(`SQLite ${row?.version}`);
  } catch (error) {
    const what = `SQLite cannot be loaded: runs are recorded but cannot be listed (${(error as Error).message})`;
    checks.fail(what, 'Reinstall cmdgate on this machine: npm install cmdgate');
  }
  return checks.list;
}
