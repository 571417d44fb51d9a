/** Why a pattern cannot be used, for whoever wrote it. */
export class PatternProblem extends Error {
  override readonly name = 'PatternProblem';
  /** Where in the pattern, counted in characters from 1. */
  readonly character: number;
  readonly hint: string;

  constructor(message: string, character: number, hint: string) {
    super(message);
    this.character = character;
    this.hint = hint;
  }
}
