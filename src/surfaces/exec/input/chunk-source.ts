/** Where the bytes of a plan come from, at the pace of whoever asks for them. */
export interface ChunkSource {
  /** `undefined` at the end. Rejects where it cannot be read. */
  next(): Promise<Buffer | undefined>;
  /** Whether reading on costs nobody anything: it has an end, and nobody writes it while it is read. */
  readonly endsByItself: boolean;
  /** Nothing is wanted any more: whoever waits for the next chunk gets the end. */
  close(): void;
}
