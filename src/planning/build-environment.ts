// The environment of a program, from nothing: what is usual, what the owner gives, and what others write as far as
// they may.

import { delimiter, isAbsolute } from 'node:path';
import { leadsInside } from '../machine/paths/real-path.js';
import { guardedEnvironment } from '../policy/understanding/guarded-environment.js';
import type { BuiltEnvironment, Draft } from './draft.js';
import type { Findings } from './findings.js';
import type { Machine } from './machine.js';
import { isLocaleName, plainLocale, quietVariables } from './quiet-variables.js';
import { readEnvironment } from './read-environment.js';
import { resolveCredentials } from './resolve-credentials.js';

type Variables = Readonly<Record<string, string>>;

export function buildEnvironment(draft: Draft, machine: Machine, findings: Findings): BuiltEnvironment {
  const { built, owner, written, decided, decidedBy, allow, credentials: named = [] } = draft.environment;
  if (built) return built;
  const fromArguments = new Set(decidedBy === 'session' ? [] : decided);
  const own = { ...owner, ...read(written, { allow, fromArguments }, findings) };
  const credentials = resolveCredentials(named, machine, findings);
  const injected = read(Object.fromEntries(credentials), { allow, fromArguments: new Set() }, findings);
  return {
    environment: Object.assign(Object.create(null), withUsual(own, draft, machine), injected),
    secrets: [...credentials.values()],
  };
}

function read(written: unknown, rules: Parameters<typeof readEnvironment>[1], findings: Findings): Variables {
  const result = readEnvironment(written, rules);
  if (result.ok) return result.environment;
  findings.obstacles.push(...result.problems);
  return {};
}

/** What is set wins over what is usual, and nothing wins over the guards. */
function withUsual(own: Variables, { environment, scope, terminal = false }: Draft, machine: Machine): Variables {
  if (environment.usual === 'nothing') return own;
  const PATH = searchPathOf(machine, scope.workspace).join(delimiter);
  if (environment.usual === 'search-path') return { PATH, ...own };
  const all: Variables = {
    ...quietVariables(machine.environment, terminal),
    ...(!environment.keepsLocale && localeBeside(own)),
    ...own,
  };
  // Settings that an agent can write are no settings of the owner.
  const homes = [all.HOME, all.XDG_CONFIG_HOME].filter((home) => home !== undefined);
  const ownSettings = !homes.some((home) => leadsInside(home, scope.workspace));
  return {
    ...all,
    // Programs that a program runs are found where the gate found them.
    PATH,
    ...(!ownSettings && { GIT_CONFIG_GLOBAL: '/dev/null' }),
    ...guardedEnvironment(scope.workspace),
  };
}

/** Whatever is chosen of a locale would mean nothing beside LC_ALL. */
function localeBeside(own: Variables): Variables {
  return Object.keys(own).some(isLocaleName) ? { LANG: plainLocale.LANG } : plainLocale;
}

/** Where whoever works in the workspace could put a program, none is looked for, unless the owner listed it. */
function searchPathOf({ searchPath, ownSearchPath }: Machine, workspace: string): readonly string[] {
  const directories = searchPath.filter(isAbsolute);
  return ownSearchPath ? directories : directories.filter((directory) => !leadsInside(directory, workspace));
}
