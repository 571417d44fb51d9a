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

/** The same of choices that leave something open: later ones count, and paths are added. */
export function mergeChoices(...choices: readonly SandboxChoice[]): SandboxChoice {
  const told = choices.flatMap((choice) => Object.entries(choice).filter(([, value]) => value !== undefined));
  const readable = choices.flatMap((choice) => choice.readable ?? []);
  const writable = choices.flatMap((choice) => choice.writable ?? []);
  return {
    ...Object.fromEntries(told),
    ...(readable.length > 0 && { readable }),
    ...(writable.length > 0 && { writable }),
  };
}

/** Of a choice what nobody has to be asked about, because it takes away. */
export function onlyNarrower({ network, workspace }: SandboxChoice): SandboxChoice {
  return {
    ...(network === false && { network }),
    ...(workspace === 'read-only' && { workspace }),
  };
}
