import { relative } from 'node:path';

/** Relative to the workspace, which is `.` itself. */
export function directoryOf({
  directory,
  workspace,
}: {
  readonly directory: string;
  readonly workspace: string;
}): string {
  return relative(workspace, directory) || '.';
}
