/** The new text of a file. */
export type Edited = string;

/** A file of a client that cannot be changed without a guess. */
export class UnreadableSettings extends Error {
  readonly line: number | undefined;

  constructor(reason: string, line: number | undefined) {
    super(reason);
    this.line = line;
  }
}
