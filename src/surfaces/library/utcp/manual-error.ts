import type { DefinitionProblem } from '../../../sources/parameters/definition-report.js';

/** There is no manual to be had: the file cannot be read, or is something else. */
export class ManualError extends Error {
  override readonly name = 'ManualError';
  readonly problems: readonly DefinitionProblem[];

  constructor(problems: readonly DefinitionProblem[]) {
    super(problems.map(toLine).join('\n'));
    this.problems = problems;
  }
}

function toLine({ file, line, column, message, fix }: DefinitionProblem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return `${place}: ${message} ${fix}`;
}
