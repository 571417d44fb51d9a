// The files that a question is about, as they are at this moment.

import type { AlwaysRule } from '../../vocabulary/approval.js';
import type { Judge } from '../judging/judge.js';
import type { ReadyRun, Run } from '../run/run.js';
import { type ListedDirectory, listDirectory } from './directory-content.js';
import type { BoundFiles } from './fingerprint.js';

export interface AskedFiles extends BoundFiles {
  readonly always: AlwaysRule | undefined;
}

export function boundFiles(judge: Judge, run: ReadyRun): AskedFiles {
  const { paths, programs, changed = [], always } = judge.aboutQuestion(run);
  const contents = changed.flatMap((path) => list(path, run) ?? []);
  return { paths, programs, contents, always };
}

/** What the gate keeps in the workspace, and git in its repository, changes without anybody's doing. */
function list(path: string, { session, plan }: Run): ListedDirectory | undefined {
  if (path === session.workspace) return listDirectory(path, ['.cmdgate', '.git']);
  return listDirectory(path, path === plan?.directory ? ['.git'] : []);
}
