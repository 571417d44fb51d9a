// What a program may do to the repository of the workspace. It is git's to change: not a program's that nobody can read,
// and not one's that is only given its path.

import { basename, delimiter, join } from 'node:path';
import { readGitSettings } from '../../documents/read-git-settings.js';
import { namesIn } from '../../machine/files/names-in.js';
import { readPlainFile } from '../../machine/files/read-plain-file.js';
import { isInside } from '../../machine/paths/is-inside.js';
import type { NamedBySetting } from '../../policy/understanding/findings.js';
import { classifySetting } from '../../policy/understanding/git/classify-setting.js';
import { isGuarded } from '../../policy/understanding/guarded-environment.js';
import type { Understanding } from '../../policy/understanding/understand.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import type { RepositoryAccess } from '../../vocabulary/sandbox.js';
import { understandCalls } from '../judging/understand-calls.js';

/** `isApproved`: a person saw exactly this program, and agreed. */
export function repositoryAccess(plan: ProgramPlan, workspace: string, isApproved: boolean): RepositoryAccess {
  // Most programs have nothing to do with git, and are not looked at twice.
  if (!isApproved && ![plan.program, ...plan.args].some((word) => /git/i.test(word))) return 'read';
  const searchPath = plan.environment.PATH?.split(delimiter) ?? [];
  const understand = understandCalls({ searchPath });
  const { name, program, args, directory, stdin } = plan;
  const understanding = understand({ name, program, args, directory, workspace, stdin: stdin !== undefined });
  if (isApproved && understanding.understood && understanding.effects.has('repository') && names(understanding)) {
    return 'everything';
  }
  if (isApproved && isGit(program) && !isInside(program, workspace)) return 'git';
  const isPlain = ({ command, directory: from }: NamedBySetting) => runsNothingOfWorkspace(command, from);
  // Programs of `shell` get an environment in which git runs no hooks. Those of a handle get what the handle says.
  const isHeldBack = isGuarded(plan.environment) || !hasHooks(workspace);
  const isAlone = isGitAlone(understanding) && isHeldBack;
  return isAlone && understanding.namedBySettings.every(isPlain) ? 'git' : 'read';

  /** A filter that is a program of the workspace does whatever its file says by now. */
  function runsNothingOfWorkspace(command: string, from: string): boolean {
    if (/[^\w\s%@+=:,./'"-]/.test(command)) return false;
    const words = command.split(/[\s'"]+/).filter((word) => word !== '');
    // It is looked for where git would find it.
    const inner = understand({ name: 'env', program: '/usr/bin/env', args: words, directory: from, workspace });
    const isFound = inner.paths.some(({ real }) => real !== undefined && isInside(real, workspace));
    return !inner.runsUnseenCode && !isFound;
  }
}

/** Or settings by which git runs a program unless the environment keeps it from that. */
function hasHooks(workspace: string): boolean {
  const git = join(workspace, '.git');
  if (namesIn(join(git, 'hooks')).some((name) => !name.endsWith('.sample'))) return true;
  try {
    const settings = readGitSettings(readPlainFile(join(git, 'config'), mostSettingBytes)?.toString('utf8') ?? '');
    return !settings?.every(
      ({ section, subsection, name }) => classifySetting(section, subsection, name) !== 'guarded',
    );
  } catch {
    return true;
  }
}

const mostSettingBytes = 256 * 1024;

/** Whether it was given a place in the repository, and not only a setting. */
function names({ paths }: Understanding): boolean {
  return paths.some(({ real, use }) => use === 'write' && real !== undefined && /\/\.git(?:\/|$)/i.test(real));
}

/** Every program that it starts is known, one of them is git, and none runs what cannot be read. */
function isGitAlone({ understood, steps, effects, runsUnseenCode }: Understanding): boolean {
  return (
    understood &&
    !runsUnseenCode &&
    !effects.has('privilege') &&
    !effects.has('system') &&
    steps.some(({ program }) => program !== undefined && isGit(program))
  );
}

function isGit(program: string): boolean {
  return basename(program) === 'git';
}
