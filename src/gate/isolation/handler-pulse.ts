/** No answer for so long means that something computes there. */
const blockedMs = 500;
const lookMs = 100;

/** Finds out whether a process answers, or computes and hears nothing: it is asked now and then, and has to say something. */
export class HandlerPulse {
  readonly #ask: () => void;
  /** Called again and again while it lasts. */
  readonly #onBlocked: (now: number, isNew: boolean) => void;
  #timer: NodeJS.Timeout | undefined;
  #lastLook = 0;
  #askedAt: number | undefined;
  #isBlocked = false;

  constructor(ask: () => void, onBlocked: (now: number, isNew: boolean) => void) {
    this.#ask = ask;
    this.#onBlocked = onBlocked;
  }

  get isBlocked(): boolean {
    return this.#isBlocked;
  }

  /** How long it has owed an answer. */
  get waitedMs(): number {
    return this.#askedAt === undefined ? 0 : performance.now() - this.#askedAt;
  }

  start(): void {
    if (this.#timer !== undefined) return;
    this.#lastLook = performance.now();
    this.#timer = setInterval(() => this.#look(), lookMs);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Whatever it says shows that it is not blocked. */
  heard(): void {
    this.#askedAt = undefined;
    this.#isBlocked = false;
  }

  #look(): void {
    const now = performance.now();
    // Where this process stood still itself, the other one gets the time to answer.
    if (now - this.#lastLook > lookMs + blockedMs) this.#askedAt = undefined;
    this.#lastLook = now;
    if (this.#askedAt === undefined) {
      this.#askedAt = now;
      this.#ask();
    } else if (now - this.#askedAt > blockedMs) {
      const isNew = !this.#isBlocked;
      this.#isBlocked = true;
      this.#onBlocked(now, isNew);
    }
  }
}
