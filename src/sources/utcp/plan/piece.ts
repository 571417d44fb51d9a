/** A part of a text in one call, and where it comes from. */
export type Piece =
  /** From the author of the manual, or from the owner. */
  | { readonly kind: 'written'; readonly text: string }
  | {
      readonly kind: 'input';
      readonly name: string;
      readonly value: unknown;
      readonly text: string;
      /** Whether the value is one item of the list that was given. */
      readonly isItem?: true;
    }
  /** What a step printed, counted from 0. */
  | { readonly kind: 'output'; readonly step: number; readonly text: string }
  /** The name of an output in place of it: the step has not run yet. */
  | { readonly kind: 'foreseen'; readonly text: string };

/** What somebody else than author and owner decides. */
export type ForeignPiece = Extract<Piece, { kind: 'input' | 'output' }>;

export const isForeign = (piece: Piece): piece is ForeignPiece => piece.kind === 'input' || piece.kind === 'output';

export const joined = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');
