/** One value that is in force. */
export interface Setting {
  /** `limits.timeoutMs`, or the name of a variable. */
  readonly key: string;
  /** What is secret is not shown. */
  readonly value: unknown;
  /** A file, `env:NAME`, an option, `program` for what its author set, or `default`. */
  readonly source: string;
}
