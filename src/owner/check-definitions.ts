// What `handles check` and `utcp check` share: which files are meant, and how problems in them are told.

import { expandGlob } from '../configuration/expand-glob.js';
import type { DefinitionProblem } from '../sources/parameters/definition-report.js';
import { GateError, type Problem } from '../vocabulary/gate-error.js';

/** What the details are called. */
export interface DetailCodes {
  readonly error: string;
  readonly hint: string;
}

/** The files that globs mean, each as often as it is named, or which of them means none. */
export function findNamedFiles(globs: readonly string[], directory: string): readonly string[] | GateError {
  const files: string[] = [];
  for (const glob of globs) {
    const expanded = expandGlob(glob, directory);
    if (!expanded.ok || expanded.files.length === 0) {
      return new GateError('VALIDATION_ERROR', `Invalid argument: files (${JSON.stringify(glob)} matches no file)`, {
        hint: expanded.ok ? 'Write it relative to the current directory' : expanded.message,
      });
    }
    files.push(...expanded.files);
  }
  return files;
}

export function nothingToCheck(key: 'handles' | 'utcp', example: string): GateError {
  return new GateError('VALIDATION_ERROR', 'Invalid argument: files (there are none to check)', {
    hint: `Name files, or list them under "${key}" in the configuration`,
    examples: [example],
  });
}

export function toDetail(problem: DefinitionProblem, codes: DetailCodes): Problem {
  const { file, line, column, pointer, subject, message, fix, severity } = problem;
  const place = line === undefined ? file : `${file}:${line}:${column}`;
  return {
    code: codes[severity],
    field: [place, pointer, subject && `(${subject})`].filter(Boolean).join(' '),
    message: severity === 'error' ? message : `Only a hint: ${message}`,
    hint: fix,
  };
}

/** A line for each, where nothing is worse than a hint. */
export function toHintLines(hints: readonly DefinitionProblem[], codes: DetailCodes): readonly string[] {
  return hints.map((hint) => {
    const { field, message, hint: fix } = toDetail(hint, codes);
    return `${field}: ${message} ${fix}`;
  });
}

export function count(number: number, what: string): string {
  return `${number} ${number === 1 ? what : `${what}s`}`;
}
