export interface DefinitionProblem {
  /** The command's path, or the file it came from. */
  readonly where: string;
  readonly message: string;
  readonly fix: string;
}

/** A programmer's mistake in a command definition: thrown when it is registered, with every problem found. */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
  readonly problems: readonly DefinitionProblem[];

  constructor(problems: readonly DefinitionProblem[]) {
    super(problems.map(({ where, message, fix }) => `${where}: ${message} ${fix}`).join('\n'));
    this.problems = problems;
  }
}
