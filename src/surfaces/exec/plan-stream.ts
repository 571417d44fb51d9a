import type { ChunkSource } from './input/chunk-source.js';
import { LineSplitter, type PhysicalLine } from './input/split-lines.js';
import type { PlanLine, PlanSource } from './plan-line.js';
import { readPlanLine } from './read-plan-line.js';

/** So much is made into lines at once: what waits as bytes is not in the way of the garbage collector. */
const pieceBytes = 4 * 1024;

/** A plan that is read as far as it is worked off, from one physical line on. */
export class PlanStream implements PlanSource {
  readonly #chunks: ChunkSource;
  readonly #first: number;
  readonly #splitter = new LineSplitter();
  /** What was read and is not split yet. */
  #chunk: Buffer | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #ended = false;

  constructor(chunks: ChunkSource, first = 1) {
    this.#chunks = chunks;
    this.#first = first;
  }

  async next(): Promise<Iterable<PlanLine> | undefined> {
    for (;;) {
      const lines = await this.#nextLines();
      if (!lines) return undefined;
      if (lines.length > 0) return readEach(lines);
    }
  }

  async countRest(): Promise<number | undefined> {
    if (!this.#chunks.endsByItself) return undefined;
    let count = 0;
    for (let lines = await this.#nextLines(); lines; lines = await this.#nextLines()) count += lines.length;
    return count;
  }

  close(): void {
    this.#chunks.close();
  }

  /** One after the other, whoever asks: what is counted may overtake what somebody still waits for. */
  #nextLines(): Promise<readonly PhysicalLine[] | undefined> {
    const lines = this.#last.then(() => this.#readLines());
    this.#last = lines.catch(() => undefined);
    return lines;
  }

  async #readLines(): Promise<readonly PhysicalLine[] | undefined> {
    if (this.#ended) return undefined;
    const piece = await this.#nextPiece();
    if (!piece) this.#ended = true;
    const lines = piece ? this.#splitter.push(piece) : this.#splitter.end();
    // Lines before the first are counted, and not looked at.
    return (lines[0]?.number ?? this.#first) < this.#first
      ? lines.filter(({ number }) => number >= this.#first)
      : lines;
  }

  async #nextPiece(): Promise<Buffer | undefined> {
    const chunk = this.#chunk ?? (await this.#chunks.next());
    this.#chunk = chunk && chunk.length > pieceBytes ? chunk.subarray(pieceBytes) : undefined;
    return chunk?.subarray(0, pieceBytes);
  }
}

/** Each when its turn comes: what waits as text is smaller than what waits as objects. */
function* readEach(lines: readonly PhysicalLine[]): Iterable<PlanLine> {
  for (const line of lines) yield readPlanLine(line);
}
