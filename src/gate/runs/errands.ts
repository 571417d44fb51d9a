// Other processes of this user may end runs of this gate, and write to them.

import { type Mailbox, openMailbox } from '../../ledger/mail/open-mailbox.js';
import type { RunBook } from '../run/run-book.js';

export class Errands {
  readonly #book: RunBook;
  readonly #directory: string | undefined;
  readonly #prefix: string;
  #mailbox: Mailbox | undefined;
  #isClosed = false;

  /** Without a directory nobody can send any. */
  constructor(book: RunBook, directory: string | undefined, prefix: string) {
    this.#book = book;
    this.#directory = directory;
    this.#prefix = prefix;
  }

  /** There is a run that can be asked about. */
  open(): void {
    if (this.#mailbox || this.#isClosed || this.#directory === undefined) return;
    this.#mailbox = openMailbox({
      directory: this.#directory,
      prefix: this.#prefix,
      receive: async (message) => (await import('./take-errand.js')).takeErrand(this.#book, message),
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#mailbox?.close();
  }
}
