// The words of a call as a package manager reads them: its command, its operands, the values of its options.

export class CallWords {
  readonly #args: readonly string[];
  readonly #valued: ReadonlySet<string>;

  constructor(args: readonly string[], valued: string) {
    this.#args = args;
    this.#valued = new Set(split(valued));
  }

  /** The command, and what stands behind it without being an option. */
  get operands(): readonly string[] {
    const found: string[] = [];
    for (let at = 0; at < this.#args.length; at++) {
      const word = this.#args[at] ?? '';
      if (word === '--') return [...found, ...this.#args.slice(at + 1)];
      if (!word.startsWith('-')) found.push(word);
      else if (this.#valued.has(word)) at++;
    }
    return found;
  }

  has(options: string): boolean {
    return split(options).some((option) => this.#args.includes(option));
  }

  /** `--registry X` and `--registry=X`. */
  valuesOf(options: string): readonly string[] {
    return split(options).flatMap((option) =>
      this.#args.flatMap((word, at) => {
        if (word === option) return this.#args[at + 1] ?? [];
        return option.startsWith('--') && word.startsWith(`${option}=`) ? word.slice(option.length + 1) : [];
      }),
    );
  }
}

export function split(text: string | undefined): readonly string[] {
  return text === undefined || text === '' ? [] : text.split(' ');
}
