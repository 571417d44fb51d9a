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
  /** The program at the other end has ended: nothing that is sent will be answered. */
  readonly isOver: boolean;
  /** Resolves to the answer; to nothing where none is expected, or none came. Rejects with a reason that can be read. */
  send(request: Request): Promise<Answer | undefined>;
  /** Resolves when nothing of it is left, a started program included. */
  close(): Promise<void>;
}

/** Of the versions with a handshake, the newest. */
export const handshakeVersion = '2025-11-25';

/** Of the versions without one: every request says who asks, and in which version. */
export const statelessVersion = '2026-07-28';

const versionKey = 'io.modelcontextprotocol/protocolVersion';

const clientInfo = { name: 'cmdgate', version: '1' };

export const handshake = { protocolVersion: handshakeVersion, capabilities: {}, clientInfo };

const envelope = {
  [versionKey]: statelessVersion,
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The parameters of a request that is complete in itself. */
export const withEnvelope = (params: Fields): Fields => ({ ...params, _meta: envelope });

/** The protocol version that a request names itself. */
export function versionIn({ params }: Request): string | undefined {
  const version = (params._meta as Fields | undefined)?.[versionKey];
  return version === undefined ? undefined : String(version);
}
