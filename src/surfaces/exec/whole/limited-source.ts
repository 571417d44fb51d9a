import type { ChunkSource } from '../input/chunk-source.js';
import { planTooLong } from '../refusals.js';

const mostMebibytes = 16;

/** A plan that has to be kept as a whole before its first line runs. */
export class LimitedSource implements ChunkSource {
  readonly #chunks: ChunkSource;
  #bytes = 0;

  constructor(chunks: ChunkSource) {
    this.#chunks = chunks;
  }

  get endsByItself(): boolean {
    return this.#chunks.endsByItself;
  }

  async next(): Promise<Buffer | undefined> {
    const chunk = await this.#chunks.next();
    this.#bytes += chunk?.length ?? 0;
    if (this.#bytes > mostMebibytes * 1024 * 1024) throw planTooLong(`${mostMebibytes} MiB`);
    return chunk;
  }

  close(): void {
    this.#chunks.close();
  }
}
