/** The variables of the environment that say how the network is reached. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** What the requests of one run share. */
export interface Network {
  readonly variables: Variables;
  /** Ends them. */
  readonly signal: AbortSignal;
}
