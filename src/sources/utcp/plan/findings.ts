import { isNamedLikeSecret } from '../../../command-line/redact.js';
import type { Parameter } from '../../../vocabulary/command.js';
import type { Problem } from '../../../vocabulary/gate-error.js';
import type { ForeignPiece } from './piece.js';

interface Blame {
  readonly code: string;
  /** Continues "The --name argument …" or "What step 1 printed …". */
  readonly reason: string;
  readonly hint: string;
}

/** What is wrong with one step of one call. */
export class Findings {
  readonly #parameters: readonly Parameter[];
  /** What the caller can change by other arguments. */
  readonly refused: Problem[] = [];
  /** What keeps the program from being started, whatever the arguments are. */
  readonly obstacles: Problem[] = [];

  constructor(parameters: readonly Parameter[]) {
    this.#parameters = parameters;
  }

  get isEmpty(): boolean {
    return this.refused.length + this.obstacles.length === 0;
  }

  blame(piece: ForeignPiece, { code, reason, hint }: Blame): void {
    if (piece.kind === 'output') {
      // It is not repeated: nobody knows what a program prints.
      const what = `step ${piece.step + 1}`;
      this.obstacles.push({ code, field: what, message: `What ${what} printed ${reason}`, hint });
      return;
    }
    const { label, secret } = this.#find(piece.name);
    this.refused.push({
      code,
      field: label,
      message: `The ${label} argument ${reason}`,
      ...(!secret && !isNamedLikeSecret(label) && typeof piece.value === 'string' && { value: piece.value }),
      hint,
    });
  }

  refuse(name: string, code: string, reason: string, hint: string): void {
    const { label } = this.#find(name);
    this.refused.push({ code, field: label, message: `The ${label} argument ${reason}`, hint });
  }

  #find(name: string): Pick<Parameter, 'label' | 'secret'> {
    return this.#parameters.find(({ key }) => key === name) ?? { label: JSON.stringify(name), secret: true };
  }
}
