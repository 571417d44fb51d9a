/** How large a request may be. */
export interface LineLimits {
  readonly characters: number;
  readonly arguments: number;
  readonly argumentCharacters: number;
}

/** Section 4.2.2 of the ACLI specification. */
export const defaultLineLimits: LineLimits = { characters: 10_000, arguments: 100, argumentCharacters: 10_000 };
