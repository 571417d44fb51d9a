export interface ConfigurationProblem {
  readonly file: string;
  /** Counted from 1. Missing where the file is a program, or where the problem is the file itself. */
  readonly line?: number;
  readonly column?: number;
  /** `limits.rate.perMinute`; empty when the whole file is meant. */
  readonly key: string;
  readonly message: string;
  readonly fix: string;
}

/** A configuration that cannot be used, with every problem found. Its text never holds a secret. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly ConfigurationProblem[];

  constructor(problems: readonly ConfigurationProblem[]) {
    const title =
      problems.length === 1 ? 'The configuration has a problem.' : `The configuration has ${problems.length} problems.`;
    super([title, ...problems.map(toParagraph)].join('\n\n'));
    this.problems = problems;
  }
}

function toParagraph({ file, line, column, key, message, fix }: ConfigurationProblem): string {
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  return [key === '' ? place : `${place} at ${key}`, `  ${message}`, `  ${fix}`].join('\n');
}
