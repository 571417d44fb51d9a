// The environment of a program, from nothing: nobody can be asked anything, nothing waits for a key, no colours.

import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, isAbsolute } from 'node:path';
import { isBelow } from '../../policy/real-path.js';
import { guardedEnvironment } from '../../policy/understanding/guarded-environment.js';
import { passedVariables } from '../command-handle/passed-variables.js';
import type { ShellHost } from './shell-host.js';

export interface BuiltEnvironment {
  readonly environment: Readonly<Record<string, string>>;
  /** Values of variables that must never be shown. */
  readonly secrets: readonly string[];
}

type Variables = Readonly<Record<string, string>>;

/** `workspace` is a real path. What is set wins over what is usual, and nothing wins over the guards. */
export function buildEnvironment(host: ShellHost, workspace: string, session: Variables = {}): BuiltEnvironment {
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
  const written: Variables = { ...usualVariables(host), ...passed, ...set, ...session };
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

function usualVariables(host: ShellHost): Record<string, string> {
  const failing = findFailing();
  return {
    HOME: homeOf(host),
    LANG: languageOf(host),
    TERM: 'dumb',
    NO_COLOR: '1',
    CLICOLOR: '0',
    PAGER: 'cat',
    MANPAGER: 'cat',
    SYSTEMD_PAGER: 'cat',
    // Should a program start less all the same, it ends by itself, runs nothing and writes no history.
    LESS: '-FRX',
    LESSSECURE: '1',
    LESSHISTFILE: '-',
    EDITOR: failing,
    VISUAL: failing,
    SSH_ASKPASS: failing,
    SSH_ASKPASS_REQUIRE: 'never',
    SUDO_ASKPASS: failing,
    DEBIAN_FRONTEND: 'noninteractive',
  };
}

/** A home that does not exist, where the gate has none: never one that an agent could fill. */
function homeOf({ environment }: ShellHost): string {
  const home = environment.HOME;
  return home !== undefined && isAbsolute(home) ? home : '/nonexistent';
}

function languageOf({ environment }: ShellHost): string {
  const language = environment.LANG;
  return language !== undefined && /\.utf-?8(?:@|$)/i.test(language) ? language : 'C.UTF-8';
}

/** Where whoever works in the workspace could put a program, none is looked for, unless the owner listed it. */
function searchPathOf({ searchPath, ownSearchPath }: ShellHost, workspace: string): readonly string[] {
  const directories = searchPath.filter(isAbsolute);
  return ownSearchPath ? directories : directories.filter((directory) => !isInWorkspace(directory, workspace));
}

function isInWorkspace(path: string, workspace: string): boolean {
  try {
    return isBelow(realpathSync.native(path), workspace);
  } catch {
    return isBelow(path, workspace);
  }
}

/** A program that fails at once, whatever it is given. */
function findFailing(): string {
  return ['/bin/false', '/usr/bin/false'].find(isExecutable) ?? 'false';
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Passed on by the owner, and still nothing that an answer should show. */
function isNamedLikeSecret(name: string): boolean {
  return /(?:^|_)(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|CREDENTIALS?|(?:API|ACCESS|PRIVATE)_?KEY)(?:_|$)/i.test(
    name,
  );
}
