import type { Problem } from '../vocabulary/gate-error.js';
import { isNamedLikeSecret } from '../vocabulary/look-alikes.js';
import type { ForeignPiece } from './draft.js';

interface Blame {
  readonly code: string;
  /** Continues "The --name argument …" or "What step 1 printed …". */
  readonly reason: string;
  readonly hint: string;
}

/** What is wrong with one draft: what its source found, and what the planner adds. */
export class Findings {
  /** What the caller can change by other arguments. */
  readonly refused: Problem[] = [];
  /** What keeps the program from being started, whatever the arguments are. */
  readonly obstacles: Problem[] = [];

  get count(): number {
    return this.refused.length + this.obstacles.length;
  }

  blame(piece: ForeignPiece, { code, reason, hint }: Blame): void {
    switch (piece.from) {
      case 'step': {
        // It is not repeated: nobody knows what a program prints.
        const what = `step ${piece.step + 1}`;
        this.obstacles.push({ code, field: what, message: `The output of ${what} ${reason}`, hint });
        return;
      }
      case 'handler': {
        const { text: value } = piece;
        this.refused.push({ code, message: `The value ${JSON.stringify(value.slice(0, 100))} ${reason}`, hint, value });
        return;
      }
      case 'argument': {
        const { label, secret, value } = piece;
        const shows = label !== undefined && !secret && !isNamedLikeSecret(label) && typeof value === 'string';
        const message = `${label === undefined ? 'An' : `The ${label}`} argument ${reason}`;
        this.refused.push({ code, field: label ?? 'input', message, ...(shows && { value }), hint });
      }
    }
  }
}
