import type { SandboxChoice } from '../../vocabulary/sandbox.js';

/** A choice in which nothing is left open. */
export type SandboxSettings = { readonly [Key in keyof SandboxChoice]-?: NonNullable<SandboxChoice[Key]> };

/** What the owner says about some programs, on top of what he says about all: paths are added, all else replaces. */
export function combine(general: SandboxChoice, own: SandboxChoice = {}): SandboxSettings {
  return {
    mode: own.mode ?? general.mode ?? 'auto',
    network: own.network ?? general.network ?? false,
    readable: [...(general.readable ?? []), ...(own.readable ?? [])],
    writable: [...(general.writable ?? []), ...(own.writable ?? [])],
    workspace: own.workspace ?? general.workspace ?? 'writable',
  };
}
