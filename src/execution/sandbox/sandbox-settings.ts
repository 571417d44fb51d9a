import type { SandboxChoice } from '../../vocabulary/sandbox.js';

type Chosen = { readonly [Key in keyof SandboxChoice]-?: NonNullable<SandboxChoice[Key]> };

/** A choice in which nothing is left open. */
export interface SandboxSettings extends Omit<Chosen, 'network'> {
  /** The whole network, as it is outside. */
  readonly network: boolean;
  /** What can be reached where the network cannot. */
  readonly hosts: readonly string[];
}

/** What the owner says about some programs, on top of what he says about all: paths are added, all else replaces. */
export function combine(general: SandboxChoice, own: SandboxChoice = {}): SandboxSettings {
  const network = own.network ?? general.network ?? false;
  return {
    mode: own.mode ?? general.mode ?? 'auto',
    network: network === true,
    credentials: { ...general.credentials, ...own.credentials },
    hosts: typeof network === 'boolean' ? [] : network,
    readable: [...(general.readable ?? []), ...(own.readable ?? [])],
    writable: [...(general.writable ?? []), ...(own.writable ?? [])],
    workspace: own.workspace ?? general.workspace ?? 'writable',
  };
}
