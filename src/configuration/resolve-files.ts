// Globs of a configuration → the files that they mean.

import { dirname } from 'node:path';
import type { KeyPath } from '../documents/document.js';
import { quoteForReport } from '../documents/quote-for-report.js';
import { expandGlob } from './expand-glob.js';
import type { Surroundings } from './surroundings.js';

/** Which of the files that a glob finds are meant. */
export interface FileKind {
  readonly isOne: (file: string) => boolean;
  readonly what: string;
  readonly example: string;
}

/** Files that describe programs by data. */
export function documents(example: string): FileKind {
  return { isOne: (file) => /\.(?:json|yaml|yml)$/.test(file), what: '.json or .yaml file', example };
}

/** Real paths, sorted, each once. */
export function resolveFiles(
  globs: readonly string[],
  key: KeyPath,
  kind: FileKind,
  { file, report }: Surroundings,
): readonly string[] {
  const files = new Set<string>();
  for (const [index, glob] of globs.entries()) {
    const place: KeyPath = [...key, index];
    const expanded = expandGlob(glob, dirname(file));
    if (!expanded.ok) {
      const message = `${quoteForReport(glob)} cannot be searched. ${expanded.message}`;
      report(place, { message, fix: 'Name a directory closer to the files.' });
      continue;
    }
    const found = expanded.files.filter(kind.isOne);
    for (const one of found) files.add(one);
    if (found.length > 0) continue;
    const message =
      expanded.files.length === 0
        ? `${quoteForReport(glob)} matches no file.`
        : `${quoteForReport(glob)} matches files, but no ${kind.what}.`;
    report(place, {
      message,
      fix: `Write it relative to ${quoteForReport(dirname(file))}, for example "${kind.example}".`,
    });
  }
  return [...files].sort();
}
