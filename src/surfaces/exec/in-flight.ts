// What runs at the same time. Results are handed on in the order in which they were asked for, unless that is free.

interface Slot<T> {
  result: { readonly value: T } | undefined;
}

/** So many times as many as run may have ended and wait for an earlier one. */
const lookAhead = 8;
const mostHeldBytes = 8 * 1024 * 1024;

export interface InFlightOptions<T> {
  /** How many run at once. */
  readonly most: number;
  readonly unordered: boolean;
  /** What a result takes while it waits for its turn. */
  readonly weigh: (value: T) => number;
  readonly deliver: (value: T) => void;
}

export class InFlight<T> {
  readonly #options: InFlightOptions<T>;
  #slots: Slot<T>[] = [];
  #running = 0;
  #heldBytes = 0;
  #wake: (() => void) | undefined;

  constructor(options: InFlightOptions<T>) {
    this.#options = options;
  }

  /** The work must not reject. */
  add(work: Promise<T>): void {
    const slot: Slot<T> = { result: undefined };
    this.#slots.push(slot);
    this.#running++;
    void work.then((value) => this.#finish(slot, value));
  }

  /** Resolves when one more may start. */
  async room(): Promise<void> {
    const { most } = this.#options;
    const isFull = () =>
      this.#running >= most || this.#slots.length >= most * lookAhead || this.#heldBytes > mostHeldBytes;
    while (isFull()) await this.#nextEnd();
  }

  /** Resolves when nothing runs any more. */
  async empty(): Promise<void> {
    while (this.#running > 0) await this.#nextEnd();
  }

  /** What has ended and waits for an earlier one. */
  ended(): readonly T[] {
    return this.#slots.flatMap(({ result }) => (result ? [result.value] : []));
  }

  #nextEnd(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #finish(slot: Slot<T>, value: T): void {
    this.#running--;
    slot.result = { value };
    this.#heldBytes += this.#options.weigh(value);
    if (this.#options.unordered) {
      this.#slots = this.#slots.filter((other) => other !== slot);
      this.#handOn(value);
    } else {
      while (this.#slots[0]?.result) this.#handOn((this.#slots.shift() as Slot<T>).result?.value as T);
    }
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }

  #handOn(value: T): void {
    this.#heldBytes -= this.#options.weigh(value);
    this.#options.deliver(value);
  }
}
