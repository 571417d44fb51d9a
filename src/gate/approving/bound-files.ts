// The files that a question is about, as they are at this moment.

import type { AboutQuestion, Judge } from '../judging/judge.js';
import type { ReadyRun, Run } from '../run/run.js';
import { type ListedDirectory, listDirectory } from './directory-content.js';
import type { BoundFiles } from './fingerprint.js';

/** With what of the run asks. */
export interface AskedFiles extends BoundFiles, Pick<AboutQuestion, 'asking'> {}

export function boundFiles(judge: Judge, run: ReadyRun): AskedFiles {
  const { paths, programs, changed = [], asking } = judge.aboutQuestion(run);
  const contents = changed.flatMap((path) => list(path, run) ?? []);
  return { paths, programs, contents, asking };
}

/** What the gate keeps in the workspace, and git in its repository, changes without anybody's doing. */
function list(path: string, { session, plan }: Run): ListedDirectory | undefined {
  if (path === session.workspace) return listDirectory(path, ['.cmdgate', '.git']);
  return listDirectory(path, path === plan?.directory ? ['.git'] : []);
}
