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
import { GateError } from '../../vocabulary/gate-error.js';
import type { PlannedLine, ProgramPlan } from '../../vocabulary/program.js';
import type { RepositoryAccess } from '../../vocabulary/sandbox.js';
import { understandCalls } from '../judging/understand-calls.js';

/** `isApproved`: a person saw exactly this, and agreed. */
export function repositoryAccess(plan: ProgramPlan, workspace: string, isApproved: boolean): RepositoryAccess {
  // Most programs have nothing to do with git, and are not looked at twice.
  const words = (plan.line?.parts ?? [plan]).flatMap(({ program, args }) => [program, ...args]);
  if (!isApproved && !words.some((word) => /git/i.test(word))) return 'read';
  return plan.line ? accessOfLine(plan.line, workspace, isApproved) : look(plan, workspace, isApproved).access;
}

/** Whether it may run where git may change the repository: what it does can be read from its words. */
export function isReadable(plan: ProgramPlan, workspace: string): boolean {
  const { access, isRead } = look(plan, workspace, false);
  return access === 'git' || isRead;
}

/** One sandbox holds its programs: where one of them cannot be read, git gets another one when it changes something. */
function accessOfLine({ parts }: PlannedLine, workspace: string, isApproved: boolean): RepositoryAccess {
  const looks = parts.map((part) => look(part, workspace, isApproved));
  if (looks.some(({ access }) => access === 'everything')) return 'everything';
  const byGit = looks.filter(({ access }) => access === 'git');
  if (byGit.length === 0) return 'read';
  const areRead = looks.every(({ access, isRead }) => access !== 'read' || isRead);
  return areRead || isApproved ? 'git' : 'read';
}

/** Whether it is git that changes the repository, and nothing else: beside what cannot be read, it needs its own sandbox. */
export function changesRepository(plan: ProgramPlan, workspace: string): boolean {
  if (!/git/i.test(plan.program)) return false;
  const { access, changes } = look(plan, workspace, false);
  return access === 'git' && changes;
}

interface Look {
  readonly access: RepositoryAccess;
  /** Whether all that it does is known, and it runs nothing that is not. */
  readonly isRead: boolean;
  readonly changes: boolean;
}

function look(plan: ProgramPlan, workspace: string, isApproved: boolean): Look {
  const searchPath = plan.environment.PATH?.split(delimiter) ?? [];
  const understand = understandCalls({ searchPath });
  const { name, program, args, directory, stdin, hasUnknown } = plan;
  const understanding = understand({ name, program, args, directory, workspace, stdin: stdin !== undefined });
  const { understood, effects, runsUnseenCode } = understanding;
  const found = {
    isRead: !runsUnseenCode && (understood || hasUnknown !== undefined),
    changes: effects.has('changes'),
  };
  if (isApproved && understood && effects.has('repository') && names(understanding)) {
    return { ...found, access: 'everything' };
  }
  if (isApproved && isGit(program) && !isInside(program, workspace)) return { ...found, access: 'git' };
  // Programs of `shell` get an environment in which git runs no hooks. Those of a handle get what the handle says.
  const isHeldBack = isGuarded(plan.environment) || !hasHooks(workspace);
  const isAlone = isGitAlone(understanding) && isHeldBack;
  const isPlain = ({ command, directory: from }: NamedBySetting) => runsNothingOfWorkspace(command, from);
  return { ...found, access: isAlone && understanding.namedBySettings.every(isPlain) ? 'git' : 'read' };

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

/** Of a line that may change the repository: one of its programs turned out to be another than was foreseen. */
export function cannotBeReadNow({ name }: ProgramPlan): GateError {
  return new GateError(
    'UNAVAILABLE',
    `The line may change the git repository, and ${name} would run code that the gate cannot read.`,
    { hint: 'Send git in a call of its own, without arguments that other programs print', phase: 'execution' },
  );
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
