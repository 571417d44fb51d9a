import { packageVersion } from '../../version.js';
import { CommandError, type GateError } from '../../vocabulary/gate-error.js';

export type Checks = typeof import('cmdgate-checks');

/** What checks other people's programs is a package of its own: who only runs commands does not have to install it. */
export async function loadChecks(command: string): Promise<Checks | GateError> {
  try {
    return await import('cmdgate-checks');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const message = `cmdgate ${command} needs the package cmdgate-checks, which is not installed next to cmdgate`;
    const hint = `Run "npm install --save-dev cmdgate-checks@${packageVersion}" (with --global if cmdgate is installed globally)`;
    return new CommandError('PRECONDITION', message, { hint, cause: error });
  }
}
