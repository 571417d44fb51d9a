// What an owner says about the sandbox of programs, and what became of it.

export const sandboxModes = ['auto', 'required', 'off'] as const;

/** `auto`: inside where the system can; `required`: inside or not at all. */
export type SandboxMode = (typeof sandboxModes)[number];

/** All of it, nothing, or these hosts and nothing else: "api.example.org:443". */
export type NetworkChoice = boolean | readonly string[];

/** Where services want their tokens. In other fields a secret could be kept, and be read by somebody else. */
export const credentialHeaders = ['authorization', 'x-api-key', 'private-token'] as const;

/** A secret that programs get a placeholder for, and that only requests to these hosts carry. */
export interface MaskedCredential {
  /** Each named with its port; none stands for others. */
  readonly hosts: readonly string[];
  /** Header fields in which the placeholder is replaced, in lower case. */
  readonly headers: readonly string[];
  readonly value: { reveal(): string };
}

/** What is left out is as it is for all programs. */
export interface SandboxChoice {
  readonly mode?: SandboxMode | undefined;
  readonly network?: NetworkChoice | undefined;
  /** By the names of the variables that programs find them in. */
  readonly credentials?: Readonly<Record<string, MaskedCredential>> | undefined;
  /** Absolute paths that are there beside the workspace and what belongs to the system. */
  readonly readable?: readonly string[] | undefined;
  /** The same, and they can be written to. */
  readonly writable?: readonly string[] | undefined;
  /** Names of files and directories that agents may write at any depth, although tools of a person run what they say. */
  readonly unprotected?: readonly string[] | undefined;
  /** Whether programs may use Unix sockets: all, none, or with these of others, by their absolute paths. */
  readonly sockets?: boolean | readonly string[] | undefined;
  readonly workspace?: 'writable' | 'read-only' | undefined;
  /** Ports on which the owner's machine reaches what listens inside, on its loopback alone. */
  readonly publish?: readonly number[] | undefined;
}

/** What an author says about the programs of a command. Its paths may be relative to the workspace. */
export type CommandSandbox = Omit<SandboxChoice, 'mode' | 'credentials' | 'publish'>;

/** What a program does without. Nothing in it can give a program more. */
export interface NarrowerSandbox {
  readonly network?: false;
  readonly workspace?: 'read-only';
}

/** What an owner says about all programs, and about those of some commands. */
export interface SandboxSetup extends SandboxChoice {
  /** By command pattern; `shell npm` is one program of `shell`. */
  readonly commands?: Readonly<Record<string, SandboxChoice>>;
}

/**
 * What a program may do to the repository of the workspace: read it; change it as git does; or change anything in it,
 * because a person agreed to that.
 */
export type RepositoryAccess = 'read' | 'git' | 'everything';

export const networkReaches = ['off', 'listed', 'open'] as const;

/** What a program can reach: no other machine, those that the owner lists, or all. Outside of a sandbox it is all. */
export type NetworkReach = (typeof networkReaches)[number];

/** What kept a program inside its scope: the system, or only the look at its arguments. */
export type HeldScope = 'enforced' | 'checked';
