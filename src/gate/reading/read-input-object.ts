// `--input` and `--input-file`: the whole input of a command as one JSON object.
import { statSync } from 'node:fs';
import { describeJsonHazard } from '../../command-line/describe-json-hazard.js';
import { readJson5 } from '../../command-line/read-json5.js';
import { readPlainFile } from '../../machine/files/read-plain-file.js';
import { type PathScope, resolveInside } from '../../policy/path-scope.js';
import type { Problem } from '../../vocabulary/gate-error.js';

const largestFileBytes = 16 * 1024 * 1024;

export type InputObject = { readonly value: unknown } | { readonly problem: Problem };

/** At least one of the two is given. */
export function readInputObject(
  input: string | undefined,
  inputFile: string | undefined,
  session: PathScope,
): InputObject {
  if (input !== undefined && inputFile !== undefined) {
    return wrong('--input', 'REPEATED_ARGUMENT', 'Both --input and --input-file were given', 'Use only one of them');
  }
  return inputFile === undefined ? readJson('--input', input ?? '') : readFile(inputFile, session);
}

function readFile(path: string, session: PathScope): InputObject {
  const field = '--input-file';
  const file = resolveInside(path, session);
  if ('reason' in file) {
    return wrong(
      field,
      'PATH_TRAVERSAL_BLOCKED',
      `The ${field} argument ${file.reason}`,
      'Use a relative path below the current directory of the call',
    );
  }
  try {
    const stats = statSync(file.path);
    if (!stats.isFile()) return wrong(field, 'FILE_NOT_READABLE', `The ${field} is not a file`, 'Name a file');
    if (stats.size > largestFileBytes) {
      const message = `The ${field} is ${stats.size} bytes; the limit is ${largestFileBytes}`;
      return wrong(field, 'TOO_LARGE', message, 'Use a smaller file');
    }
    return withoutText(readJson(field, String(readPlainFile(file.path, largestFileBytes)), false));
  } catch {
    return wrong(
      field,
      'FILE_NOT_READABLE',
      `The ${field} cannot be read`,
      'Check that the file exists, relative to the directory of the call',
    );
  }
}

/** Whoever may name a file need not be the one who may read it. */
function withoutText(object: InputObject): InputObject {
  if ('value' in object || object.problem.corrected_input === undefined) return object;
  const { corrected_input: _, ...problem } = object.problem;
  return { problem: { ...problem, hint: 'Pass one JSON object' } };
}

/** JSON5, too: models write it. */
export function readJson(field: string, text: string, quotes = true): InputObject {
  const read = readJson5(text);
  if ('value' in read) return read;
  if (read.hazard) {
    const { key: _, ...unnamed } = read.hazard;
    const { code, what, hint } = describeJsonHazard(quotes ? read.hazard : unnamed, 'character');
    return wrong(field, code, `The ${field} argument is not acceptable: ${what}`, hint);
  }
  const message = `The ${field} argument is not JSON (at character ${read.character})`;
  const { problem } = wrong(field, 'INVALID_JSON', message, 'Pass one JSON object');
  if (read.corrected === undefined || read.corrected.length > longestCorrection) return { problem };
  return {
    problem: {
      ...problem,
      hint: 'Pass one JSON object; corrected_input is what it may mean',
      corrected_input: read.corrected,
    },
  };
}

/** More is no help, but another copy of the input. */
const longestCorrection = 2_000;

function wrong(field: string, code: string, message: string, hint: string): { readonly problem: Problem } {
  return { problem: { code, field, message, hint } };
}
