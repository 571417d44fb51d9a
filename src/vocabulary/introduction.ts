/** How a gate introduces itself to MCP clients, beside its name, version and description. */
export interface Introduction {
  /** The name for people; clients show it in the place of the name. */
  readonly title?: string | undefined;
  /** An address that tells more about these commands. */
  readonly website?: string | undefined;
  readonly icons?: readonly Icon[] | undefined;
  /** `one`: all commands behind the tool `cli`. `each`: a tool for each command as well. */
  readonly tools?: OfferedAs | undefined;
}

export const waysToOffer = ['one', 'each'] as const;

export type OfferedAs = (typeof waysToOffer)[number];

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
export function introductionOf({ title, website, icons, tools }: Introduction): Introduction {
  return { title, website, icons, tools };
}
