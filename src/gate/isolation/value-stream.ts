interface Item {
  readonly done: boolean;
  readonly value: unknown;
}

/** What a handler elsewhere yields, in order; whoever reads it sets the pace. */
export class ValueStream {
  readonly #onTaken: () => void;
  readonly #items: Item[] = [];
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor(onTaken: () => void) {
    this.#onTaken = onTaken;
  }

  add(value: unknown): void {
    this.#push({ done: false, value });
  }

  end(value: unknown): void {
    this.#push({ done: true, value });
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake?.();
  }

  async *values(): AsyncGenerator<unknown, unknown> {
    for (;;) {
      const item = this.#items.shift();
      if (item?.done) return item.value;
      if (item) {
        yield item.value;
        this.#onTaken();
      } else if (this.#failure) throw this.#failure.error;
      else await this.#whenMore();
    }
  }

  #push(item: Item): void {
    this.#items.push(item);
    this.#wake?.();
  }

  #whenMore(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
