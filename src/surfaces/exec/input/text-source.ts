import type { ChunkSource } from './chunk-source.js';

/** A plan that is there from the beginning. */
export function textSource(text: string): ChunkSource {
  let bytes: Buffer | undefined = Buffer.from(text);
  return {
    endsByItself: true,
    next: async () => {
      const chunk = bytes;
      bytes = undefined;
      return chunk;
    },
    close: () => {
      bytes = undefined;
    },
  };
}
