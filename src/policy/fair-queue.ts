/** One that waits for its turn: what `enter` gives, and `withdraw` takes. */
export class Waiting {
  previous: Waiting | undefined;
  next: Waiting | undefined;
  /** `undefined` once it has had its turn or has withdrawn. */
  line: Line | undefined;
  readonly onTurn: () => void;

  constructor(line: Line, onTurn: () => void) {
    this.line = line;
    this.onTurn = onTurn;
  }
}

/** The waiting of one caller, in the order they came. Linked, so that any of them can leave at once. */
class Line {
  readonly caller: string;
  previous: Line | undefined;
  next: Line | undefined;
  first: Waiting | undefined;
  last: Waiting | undefined;

  constructor(caller: string) {
    this.caller = caller;
  }
}

interface Link<T> {
  previous: T | undefined;
  next: T | undefined;
}

interface Chain<T> {
  first: T | undefined;
  last: T | undefined;
}

function append<T extends Link<T>>(chain: Chain<T>, link: T): void {
  link.previous = chain.last;
  if (chain.last) chain.last.next = link;
  else chain.first = link;
  chain.last = link;
}

function remove<T extends Link<T>>(chain: Chain<T>, link: T): void {
  if (link.previous) link.previous.next = link.next;
  else chain.first = link.next;
  if (link.next) link.next.previous = link.previous;
  else chain.last = link.previous;
  link.previous = undefined;
  link.next = undefined;
}

/** Lets so many go on at once. The callers of the others take turns; each caller's own keep the order they came in. */
export class FairQueue {
  readonly #limit: number;
  readonly #longestQueue: number;
  readonly #lines = new Map<string, Line>();
  /** The lines in the order of their turns. */
  readonly #turns: Chain<Line> = { first: undefined, last: undefined };
  #waiting = 0;
  #running = 0;
  #handingOut = false;
  #turnStarted: number | undefined;

  constructor(limit: number, longestQueue = 10_000) {
    this.#limit = limit;
    this.#longestQueue = longestQueue;
  }

  /** Takes a place if one is free. */
  tryEnter(): boolean {
    // Nobody overtakes those who wait.
    if (this.#running >= this.#limit || this.#waiting > 0) return false;
    this.#running++;
    return true;
  }

  /** Calls back with a place when it is this one's turn; `full` when too many wait already. */
  enter(caller: string, onTurn: () => void): Waiting | 'full' {
    if (this.#waiting >= this.#longestQueue) return 'full';
    const line = this.#lineOf(caller);
    const waiting = new Waiting(line, onTurn);
    append(line, waiting);
    this.#waiting++;
    return waiting;
  }

  /** Gives up waiting. */
  withdraw(waiting: Waiting): void {
    const { line } = waiting;
    if (line === undefined) return;
    this.#takeOut(line, waiting);
    if (line.first === undefined) this.#close(line);
  }

  leave(): void {
    this.#running--;
    // A run that ends at once leaves while its place is being handed out: the loop goes on, and nothing piles up.
    if (this.#handingOut) return;
    this.#handingOut = true;
    this.#handOut();
  }

  /** Whether somebody waits for the place that is left next. */
  get isAwaited(): boolean {
    return this.#waiting > 0;
  }

  #handOut(): void {
    while (this.#running < this.#limit) {
      const line = this.#turns.first;
      const waiting = line?.first;
      if (!line || !waiting) break;
      if (this.#turnIsLong()) {
        // Answers have to leave, and requests to come in, however long the queue is.
        setImmediate(() => this.#handOut());
        return;
      }
      this.#takeOut(line, waiting);
      if (line.first === undefined) this.#close(line);
      else this.#moveBehindOthers(line);
      this.#running++;
      waiting.onTurn();
    }
    this.#handingOut = false;
  }

  #lineOf(caller: string): Line {
    const known = this.#lines.get(caller);
    if (known) return known;
    const line = new Line(caller);
    this.#lines.set(caller, line);
    append(this.#turns, line);
    return line;
  }

  #moveBehindOthers(line: Line): void {
    remove(this.#turns, line);
    append(this.#turns, line);
  }

  #close(line: Line): void {
    remove(this.#turns, line);
    this.#lines.delete(line.caller);
  }

  #takeOut(line: Line, waiting: Waiting): void {
    remove(line, waiting);
    waiting.line = undefined;
    this.#waiting--;
  }

  /** Counted from the first place that was handed out in this turn of the event loop. */
  #turnIsLong(): boolean {
    if (this.#turnStarted === undefined) {
      this.#turnStarted = performance.now();
      setImmediate(() => {
        this.#turnStarted = undefined;
      });
    }
    return performance.now() - this.#turnStarted > longestTurnMs;
  }
}

/** So long the queue may be worked off without a pause. */
const longestTurnMs = 10;
