/** The end of a text that comes in pieces. However much comes, it holds no more than `limit` characters. */
export class NewestOutput {
  readonly #limit: number;
  #text = '';

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isEmpty(): boolean {
    return this.#text === '';
  }

  add(text: string): void {
    const all = text.length < this.#limit ? this.#text + text : text;
    this.#text = all.length <= this.#limit ? all : all.slice(startOfCharacter(all, all.length - this.#limit));
  }

  /** What has come since the last time, or the end of it. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}

function startOfCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const isSecondHalf = unit >= 0xdc00 && unit <= 0xdfff;
  return isSecondHalf ? at + 1 : at;
}
