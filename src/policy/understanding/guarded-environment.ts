// What every program of an agent gets in its environment, so that a repository in the workspace cannot make git run a
// program. Settings with a free name, such as `filter.<name>.clean`, cannot be overridden like this, and those that the
// owner may have for himself, such as a credential helper, are not: read-repository.ts looks for them.

import { dirname } from 'node:path';

/** These win over every file, and git gives them on to the git that it starts in a submodule. */
export const overriddenSettings: Readonly<Record<string, string>> = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.pager': 'cat',
  // git's own word for no editor: it starts nothing and takes the text as it is.
  'core.editor': ':',
  'sequence.editor': ':',
  'core.askPass': '',
  'interactive.diffFilter': 'cat',
  'protocol.ext.allow': 'never',
  // A directory that only looks like a repository brings settings along.
  'safe.bareRepository': 'explicit',
};

const settings = Object.entries(overriddenSettings);

const always: Readonly<Record<string, string>> = {
  GIT_CONFIG_COUNT: String(settings.length),
  ...Object.fromEntries(
    settings.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ),
  // These win over `pager.<command>` and over settings that come later than ours.
  GIT_PAGER: 'cat',
  GIT_EDITOR: ':',
  GIT_SEQUENCE_EDITOR: ':',
  GIT_ASKPASS: '',
  GIT_TERMINAL_PROMPT: '0',
};

const alwaysListed = Object.entries(always);

/** Needs the real path of the workspace. Belongs over everything else that is set. */
export function guardedEnvironment(workspace: string): Readonly<Record<string, string>> {
  // A repository around the workspace is outside it.
  return { ...always, GIT_CEILING_DIRECTORIES: dirname(workspace) };
}

/** Whether all of it is there. The directory depends on the workspace, and guards against nothing in it. */
export function isGuarded(environment: Readonly<Record<string, string>>): boolean {
  return alwaysListed.every(([name, value]) => environment[name] === value);
}
