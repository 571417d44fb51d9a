import { realpathSync } from 'node:fs';
import type { PathScope } from '../../policy/path-scope.js';
import type { Run } from '../run/run.js';

/** Where `--input-file` is looked for: from the directory of the call, which need not be one of the workspace. */
export function inputScope(run: Run): PathScope {
  const directory = callDirectory(run);
  return directory === run.session.directory ? run.scope : { workspace: directory, directory };
}

/** Whoever is at a shell means its directory; everybody else that of the session. */
function callDirectory({ request: { atShell }, session }: Run): string {
  try {
    return atShell ? realpathSync(atShell.directory) : session.directory;
  } catch {
    return session.directory;
  }
}
