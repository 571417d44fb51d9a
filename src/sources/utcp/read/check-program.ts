import { basename, isAbsolute } from 'node:path';
import type { KeyPath } from '../../../documents/document.js';
import type { Parts } from '../tool.js';
import { textOf } from './check-arguments.js';
import { findProgramTexts } from './find-program-text.js';
import { isOwners } from './placeholders.js';
import type { Reading } from './reading.js';

const windowsShells = /^(?:cmd|powershell|powershell_ise|pwsh|wscript|cscript)(?:\.exe|\.com)?$/i;
const windowsFile = /^[A-Za-z]:[\\/]|\\|\.(?:exe|bat|cmd|com|ps1)$/i;

/** The system that a program belongs to, where its name shows it. */
export function platformOf(program: Parts): 'windows' | undefined {
  const text = textOf(program) ?? '';
  return windowsShells.test(basename(text)) || windowsFile.test(text) ? 'windows' : undefined;
}

/** What can be said about the program before there are values. */
export function checkProgram(program: Parts, path: KeyPath, { options, report }: Reading): void {
  if (!isOwners(program)) {
    report.error(
      path,
      'A value would choose the program.',
      'Write the program literally: only arguments can be values.',
    );
    return;
  }
  const text = textOf(program);
  if (text === undefined) return;
  if (text.trim() === '') report.error(path, 'The program has no name.', 'Write for example "git" or "/usr/bin/git".');
  else if (text.includes('\0')) report.error(path, 'A program name cannot contain a NUL.', 'Remove it.');
  else if (text.includes('/') && !isAbsolute(text) && !options.relativePrograms && platformOf(program) === undefined) {
    const fix =
      'Write an absolute path or a bare name, or ask the owner to set "relativePrograms": true for this manual.';
    report.error(path, 'The program is a relative path.', fix);
  }
}

const mostArguments = 1_000;

/** `paths` are the places of the arguments. */
export function checkProgramTexts(
  program: Parts,
  args: readonly Parts[],
  paths: readonly KeyPath[],
  { host, report }: Reading,
): void {
  if (args.length > mostArguments) {
    report.error(
      paths[mostArguments] ?? [],
      `There are more than ${mostArguments} arguments.`,
      'Put them into a file.',
    );
    return;
  }
  for (const { index, what, fix } of findProgramTexts(program, args, host)) {
    report.error(paths[index] ?? [], `A value would ${what}: the caller could run anything.`, fix);
  }
}
