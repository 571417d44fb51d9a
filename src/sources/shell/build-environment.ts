// The environment of a program, from nothing: what keeps it quiet, and what the owner lists.

import { delimiter, isAbsolute } from 'node:path';
import { isInWorkspace } from '../../execution/process/planning/is-in-workspace.js';
import { isLocaleName, plainLocale, quietVariables } from '../../planning/quiet-variables.js';
import { guardedEnvironment } from '../../policy/understanding/guarded-environment.js';
import { passedVariables } from '../command-handle/passed-variables.js';
import type { ShellHost } from './shell-host.js';

export interface BuiltEnvironment {
  readonly environment: Readonly<Record<string, string>>;
  /** Values of variables that must never be shown. */
  readonly secrets: readonly string[];
}

type Variables = Readonly<Record<string, string>>;

export interface CallSurroundings {
  /** A real path. */
  readonly workspace: string;
  /** Whether a person sits at a terminal. */
  readonly terminal: boolean;
  /** What the session sets. */
  readonly variables?: Variables;
}

/** What is set wins over what is usual, and nothing wins over the guards. */
export function buildEnvironment(host: ShellHost, call: CallSurroundings): BuiltEnvironment {
  const { workspace, terminal, variables = {} } = call;
  const passed = passedVariables(host.pass, host.environment);
  const secrets = Object.entries(passed).flatMap(([name, value]) => (isNamedLikeSecret(name) ? value : []));
  const set: Record<string, string> = {};
  for (const [name, value] of Object.entries(host.set)) {
    if (typeof value === 'string') set[name] = value;
    else {
      set[name] = value.reveal();
      secrets.push(value.reveal());
    }
  }
  const own = { ...passed, ...set, ...variables };
  // Whatever is chosen of a locale would mean nothing beside LC_ALL.
  const { LANG, LC_ALL } = plainLocale;
  const locale: Variables = Object.keys(own).some(isLocaleName) ? { LANG } : { LANG, LC_ALL };
  const written: Variables = { ...quietVariables(host.environment, terminal), ...locale, ...own };
  // Settings that an agent can write are no settings of the owner.
  const homes = [written.HOME, written.XDG_CONFIG_HOME].filter((home) => home !== undefined);
  const ownSettings = !homes.some((home) => isInWorkspace(home, workspace));
  return {
    environment: Object.assign(Object.create(null), written, {
      // Programs that a program runs are found where the gate found them.
      PATH: searchPathOf(host, workspace).join(delimiter),
      ...(!ownSettings && { GIT_CONFIG_GLOBAL: '/dev/null' }),
      ...guardedEnvironment(workspace),
    }),
    secrets: secrets.filter((secret) => secret !== ''),
  };
}

/** Where whoever works in the workspace could put a program, none is looked for, unless the owner listed it. */
function searchPathOf({ searchPath, ownSearchPath }: ShellHost, workspace: string): readonly string[] {
  const directories = searchPath.filter(isAbsolute);
  return ownSearchPath ? directories : directories.filter((directory) => !isInWorkspace(directory, workspace));
}

/** Passed on by the owner, and still nothing that an answer should show. */
function isNamedLikeSecret(name: string): boolean {
  return /(?:^|_)(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|CREDENTIALS?|(?:API|ACCESS|PRIVATE)_?KEY)(?:_|$)/i.test(
    name,
  );
}
