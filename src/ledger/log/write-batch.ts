import type { Item } from './entry.js';

/** Entries that go into one write, and those who wait for it. */
export class WriteBatch {
  readonly items: Item[] = [];
  readonly written: Promise<void>;
  resolve: () => void = () => {};
  reject: (error: Error) => void = () => {};

  constructor() {
    this.written = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}
