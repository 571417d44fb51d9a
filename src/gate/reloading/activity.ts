// When runs were going on. What changed meanwhile, one of them may have changed.

interface Span {
  readonly from: number;
  to: number;
}

/** The times of files are those of a clock that moves in steps. */
const clockStepMs = 20;

/** Of more, the two oldest become one: too much is then put down to runs, never too little. */
const mostSpans = 512;

export class Activity {
  readonly #spans: Span[] = [];
  #running = 0;
  #since = 0;

  begin(): void {
    if (this.#running++ === 0) this.#since = Date.now() - clockStepMs;
  }

  end(): void {
    if (--this.#running > 0) return;
    const to = Date.now() + clockStepMs;
    const last = this.#spans.at(-1);
    if (last && this.#since <= last.to) last.to = to;
    else this.#spans.push({ from: this.#since, to });
    if (this.#spans.length > mostSpans) this.#joinOldest();
  }

  /** Whether a run was going on then, a time in milliseconds. */
  covers(time: number): boolean {
    if (this.#running > 0 && time >= this.#since) return true;
    return this.#spans.some(({ from, to }) => time >= from && time <= to);
  }

  #joinOldest(): void {
    const [first, second] = this.#spans;
    if (first && second) this.#spans.splice(0, 2, { from: first.from, to: second.to });
  }
}
