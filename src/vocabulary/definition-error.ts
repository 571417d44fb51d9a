export interface DefinitionProblem {
  /** The command's path, or the file it came from. */
  readonly where: string;
  /** The file in which that command is defined, where it is known and is not `where` itself. */
  readonly file?: string;
  readonly message: string;
  readonly fix: string;
}

/** A programmer's mistake in a command definition: thrown when it is registered, with every problem found. */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
  readonly problems: readonly DefinitionProblem[];

  constructor(problems: readonly DefinitionProblem[]) {
    super(
      problems
        .map(({ where, file, message, fix }) => `${where}${file === undefined ? '' : ` (${file})`}: ${message} ${fix}`)
        .join('\n'),
    );
    this.problems = problems;
  }
}
