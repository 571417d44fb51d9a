// What programs of an agent get in their environment: nobody can be asked anything, nothing waits for a key, no
// colours, and numbers and dates in one form.

import { accessSync, constants } from 'node:fs';
import { isAbsolute } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** `environment` is that of the gate; `terminal` says whether a person sits at one. */
export function quietVariables(environment: Environment, terminal: boolean): Record<string, string> {
  const askNobody = findFailing();
  return {
    HOME: homeOf(environment),
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
    // The same for more.
    MORE: '-e',
    // An editor that changes nothing: what a program asks for in one is taken as it is.
    EDITOR: 'true',
    VISUAL: 'true',
    SSH_ASKPASS: askNobody,
    SSH_ASKPASS_REQUIRE: 'never',
    SUDO_ASKPASS: askNobody,
    DEBIAN_FRONTEND: 'noninteractive',
    ...(!terminal && unattended),
  };
}

/** Nobody would read that there is a new version, and looking for one takes time and a network. */
const unattended = {
  CI: '1',
  NO_UPDATE_NOTIFIER: '1',
  NPM_CONFIG_UPDATE_NOTIFIER: 'false',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  GH_NO_UPDATE_NOTIFIER: '1',
  DENO_NO_UPDATE_CHECK: '1',
  HOMEBREW_NO_AUTO_UPDATE: '1',
  CHECKPOINT_DISABLE: '1',
} as const;

/** The C locale with an encoding in which every name can be written. */
export const plainLocale = { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' } as const;

export function isLocaleName(name: string): boolean {
  return name === 'LANG' || name === 'LANGUAGE' || name.startsWith('LC_');
}

/** A home that does not exist, where the gate has none: never one that an agent could fill. */
function homeOf({ HOME: home }: Environment): string {
  return home !== undefined && isAbsolute(home) ? home : '/nonexistent';
}

let failing: string | undefined;

/** A program that fails at once, whatever it is given. */
function findFailing(): string {
  failing ??= ['/bin/false', '/usr/bin/false'].find(isExecutable) ?? 'false';
  return failing;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
