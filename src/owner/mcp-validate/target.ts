/** Where an MCP server is: a program to start, or an address. */
export type Target =
  | {
      readonly command: readonly [string, ...string[]];
      /** Those of this process unless given. */
      readonly environment?: Readonly<Record<string, string | undefined>>;
      readonly directory?: string;
    }
  | { readonly url: URL; readonly token: string | undefined };

/** A server as somebody names it. */
export interface NamedServer {
  /** The server to start, as program and arguments: no shell reads it. Either this or `url`. */
  readonly command?: readonly string[];
  /** The address of a streamable HTTP server. */
  readonly url?: string;
  /** Sent to `url` as a bearer token; it never appears in the report. */
  readonly token?: string;
}

/** Throws a TypeError that says what is wrong. */
export function targetOf({ command, url, token }: NamedServer): Target {
  if ((command === undefined) === (url === undefined)) throw new TypeError('Use either a command or a url.');
  if (url !== undefined) {
    const address = URL.canParse(url) ? new URL(url) : undefined;
    if (address === undefined || !/^https?:$/.test(address.protocol)) {
      throw new TypeError(`The url must be an http or https address, not ${JSON.stringify(url)}.`);
    }
    return { url: address, token };
  }
  const [program, ...words] = command ?? [];
  if (program === undefined || program === '') throw new TypeError('The command is empty.');
  return { command: [program, ...words] };
}
