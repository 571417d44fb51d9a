import type { ChunkSource } from './input/chunk-source.js';
import { LineSplitter, type PhysicalLine } from './input/split-lines.js';
import type { PlanLine, PlanSource } from './plan-line.js';
import { readPlanLine } from './read-plan-line.js';

/** A plan that is read as far as it is worked off, from one physical line on. */
export class PlanStream implements PlanSource {
  readonly #chunks: ChunkSource;
  readonly #first: number;
  readonly #splitter = new LineSplitter();
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

  async #nextLines(): Promise<readonly PhysicalLine[] | undefined> {
    if (this.#ended) return undefined;
    const chunk = await this.#chunks.next();
    if (!chunk) this.#ended = true;
    const lines = chunk ? this.#splitter.push(chunk) : this.#splitter.end();
    // Lines before the first are counted, and not looked at.
    return (lines[0]?.number ?? this.#first) < this.#first
      ? lines.filter(({ number }) => number >= this.#first)
      : lines;
  }
}

/** Each when its turn comes: what waits as text is smaller than what waits as objects. */
function* readEach(lines: readonly PhysicalLine[]): Iterable<PlanLine> {
  for (const line of lines) yield readPlanLine(line);
}
