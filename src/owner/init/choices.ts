// What a new workspace can be made of. The first of each is what somebody gets who does not choose.

/** What the first command is. */
export const starts = [
  { name: 'commands', label: 'an example command in TypeScript' },
  { name: 'handle', label: 'a program that is described in a file (a Command Handle)' },
  { name: 'shell', label: 'a guarded shell for a coding agent' },
  { name: 'executable', label: 'a command line of your own, in TypeScript' },
] as const;

/** How much is asked. */
export const policies = [
  { name: 'standard', label: 'reading and changing files is allowed, deleting asks you' },
  { name: 'strict', label: 'reading is allowed, everything else asks you' },
  { name: 'read-only', label: 'reading is allowed, everything else is denied' },
] as const;

export type Start = (typeof starts)[number]['name'];

/** What a workspace has. An executable is a package, and brings no configuration. */
export type WorkspaceStart = Exclude<Start, 'executable'>;
export type PolicyName = (typeof policies)[number]['name'];

export interface Choices {
  /** What the gate is called, for agents and in the settings of their clients. */
  readonly name: string;
  readonly start: Start;
  readonly policy: PolicyName;
  /** The client to connect, where one is wanted. */
  readonly client?: string | undefined;
}

/** What clients accept as the name of a server. */
export const serverName = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;
