// Where a program's settings are kept: those of a workspace, and those of the user for all of them.

import { isAbsolute, join } from 'node:path';

/** They lie where everybody who works in the workspace can write. */
export const largestSettingsBytes = 1024 * 1024;

export interface SettingsFiles {
  readonly local: string;
  /** Undefined where the user has no home. */
  readonly global: string | undefined;
}

/** `program` is the name of the executable. What the local file says wins. */
export function settingsFiles(
  program: string,
  workspace: string,
  environment: Readonly<Record<string, string | undefined>>,
): SettingsFiles {
  const name = program.replace(/[^\w.-]+/g, '-');
  const home = configHome(environment);
  return {
    local: join(workspace, `.${name}-config.json`),
    global: home === undefined ? undefined : join(home, name, 'config.json'),
  };
}

function configHome({ XDG_CONFIG_HOME: own, HOME: home }: Readonly<Record<string, string | undefined>>) {
  if (own !== undefined && isAbsolute(own)) return own;
  return home !== undefined && isAbsolute(home) ? join(home, '.config') : undefined;
}
