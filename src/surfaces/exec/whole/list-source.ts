import type { PlanLine, PlanSource } from '../plan-line.js';

/** Lines that were read already. */
export class ListSource implements PlanSource {
  #lines: readonly PlanLine[] | undefined;
  readonly #isWhole: boolean;

  constructor(lines: readonly PlanLine[], isWhole: boolean) {
    this.#lines = lines;
    this.#isWhole = isWhole;
  }

  async next(): Promise<Iterable<PlanLine> | undefined> {
    const lines = this.#lines;
    this.#lines = undefined;
    return lines;
  }

  async countRest(): Promise<number | undefined> {
    return this.#isWhole ? (this.#lines?.length ?? 0) : undefined;
  }

  close(): void {
    this.#lines = undefined;
  }
}
