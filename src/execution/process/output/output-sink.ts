/** Where what comes out of a pipe goes. */
export interface OutputSink {
  /** Secrets are out already. */
  add(bytes: Buffer): void;
  /** Whether the program should wait; `onRoom` says when it need not any more. */
  isFull(onRoom: () => void): boolean;
  /** Nothing comes any more. */
  end(): unknown;
  /** The same as it was printed, for whoever is given it: what is shown may have less. */
  readonly overhear?: (chunk: Buffer) => void;
}
