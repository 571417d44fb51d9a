// JSON-RPC as far as a client of MCP needs it that asks and is not asked.

export type Fields = Readonly<Record<string, unknown>>;

export interface Request {
  readonly jsonrpc: '2.0';
  /** None where no answer is expected. */
  readonly id?: number;
  readonly method: string;
  readonly params: Fields;
}

export interface Answer {
  readonly id?: unknown;
  readonly result?: Fields;
  readonly error?: { readonly code?: unknown; readonly message?: unknown };
}

/** The way to a server. */
export interface Way {
  /** Resolves to the answer; to nothing where none is expected, or none came. Rejects with a reason that can be read. */
  send(request: Request): Promise<Answer | undefined>;
  /** Resolves when nothing of it is left, a started program included. */
  close(): Promise<void>;
}

/** The version that every server made with cmdgate speaks. */
export const protocolVersion = '2025-11-25';
