import type { Caller } from '../../../vocabulary/request.js';

/** The HTTP door as a protected resource of OAuth: access tokens of an authorization server say who asks. */
export interface OAuthOptions {
  /** The authorization servers whose tokens count, by their issuer identifiers: `https://login.example.com`. */
  readonly issuers: readonly string[];
  /** The address of this server, as its clients know it: `https://gate.example.com/mcp`. Tokens are made out to it. */
  readonly resource: string;
  /** What `aud` may say in place of `resource`, for authorization servers that do not know resource indicators. */
  readonly audience?: readonly string[] | undefined;
  /** Scopes that every token needs. */
  readonly requiredScopes?: readonly string[] | undefined;
  /** Who the owner of a token is: the first that fits. A token that fits none is refused. */
  readonly callers: readonly OAuthCaller[];
}

export interface OAuthCaller {
  /** The name of each one is followed by its own: `reader:alice@client`. Rules of a policy mean the name given here. */
  readonly caller: Caller;
  /** Scopes that its token has. */
  readonly scopes?: readonly string[] | undefined;
  /** Claims that its token has: the value, or one of a list. */
  readonly claims?: Readonly<Record<string, string>> | undefined;
}
