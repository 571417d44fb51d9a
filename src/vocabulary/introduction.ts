/** How a gate introduces itself to MCP clients, beside its name, version and description. */
export interface Introduction {
  /** The name for people; clients show it in the place of the name. */
  readonly title?: string | undefined;
  /** The URL of a page about these commands. */
  readonly website?: string | undefined;
  /** Icons that clients may show; none by default. */
  readonly icons?: readonly Icon[] | undefined;
  /** `one`: all commands behind the tool `cli`. `each`: a tool for each command as well. */
  readonly tools?: OfferedAs | undefined;
  /** Who gets what handlers log: the owner alone, or clients that ask for log messages as well. */
  readonly logs?: LogReader | undefined;
}

export const waysToOffer = ['one', 'each'] as const;

export type OfferedAs = (typeof waysToOffer)[number];

export const logReaders = ['owner', 'client'] as const;

export type LogReader = (typeof logReaders)[number];

/** A picture that a client may show for the gate. */
export interface Icon {
  /** An https address, or the picture itself as a data URI. */
  readonly src: string;
  readonly mimeType?: string | undefined;
  /** Such as `48x48`, or `any` for one that scales. */
  readonly sizes?: readonly string[] | undefined;
  /** The background it is made for. */
  readonly theme?: string | undefined;
}

/** That of something which says more. */
export function introductionOf({ title, website, icons, tools, logs }: Introduction): Introduction {
  return { title, website, icons, tools, logs };
}
