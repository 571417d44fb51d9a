import { expandPresets } from '../../vocabulary/network-presets.js';
import type { NetworkReach, SandboxChoice } from '../../vocabulary/sandbox.js';

type Chosen = { readonly [Key in keyof SandboxChoice]-?: NonNullable<SandboxChoice[Key]> };

/** A choice in which nothing is left open. */
export interface SandboxSettings extends Omit<Chosen, 'network'> {
  /** The whole network, as it is outside. */
  readonly network: boolean;
  /** What can be reached where the network cannot. */
  readonly hosts: readonly string[];
}

/** What the owner says about some programs, on top of what he says about all: paths and ports are added, all else replaces. */
export function combine(general: SandboxChoice, own: SandboxChoice = {}): SandboxSettings {
  const network = own.network ?? general.network ?? false;
  return {
    mode: own.mode ?? general.mode ?? 'auto',
    network: network === true,
    credentials: { ...general.credentials, ...own.credentials },
    hosts: typeof network === 'boolean' ? [] : expandPresets(network),
    readable: [...(general.readable ?? []), ...(own.readable ?? [])],
    writable: [...(general.writable ?? []), ...(own.writable ?? [])],
    unprotected: [...(general.unprotected ?? []), ...(own.unprotected ?? [])],
    sockets: own.sockets ?? general.sockets ?? false,
    workspace: own.workspace ?? general.workspace ?? 'writable',
    publish: [...new Set([...(general.publish ?? []), ...(own.publish ?? [])])],
  };
}

export function reachOf({ network, hosts }: Pick<SandboxSettings, 'network' | 'hosts'>): NetworkReach {
  if (network) return 'open';
  return hosts.length > 0 ? 'listed' : 'off';
}

/** The same of choices that leave something open: later ones count, and paths, ports and secrets are added. */
export function mergeChoices(...choices: readonly SandboxChoice[]): SandboxChoice {
  const told = choices.flatMap((choice) => Object.entries(choice).filter(([, value]) => value !== undefined));
  const readable = choices.flatMap((choice) => choice.readable ?? []);
  const writable = choices.flatMap((choice) => choice.writable ?? []);
  const unprotected = choices.flatMap((choice) => choice.unprotected ?? []);
  const publish = choices.flatMap((choice) => choice.publish ?? []);
  const credentials = choices.flatMap((choice) => Object.entries(choice.credentials ?? {}));
  return {
    ...Object.fromEntries(told),
    ...(credentials.length > 0 && { credentials: Object.fromEntries(credentials) }),
    ...(readable.length > 0 && { readable }),
    ...(writable.length > 0 && { writable }),
    ...(unprotected.length > 0 && { unprotected }),
    ...(publish.length > 0 && { publish }),
  };
}

/** Of a choice what nobody has to be asked about, because it takes away. */
export function onlyNarrower({ network, workspace }: SandboxChoice): SandboxChoice {
  return {
    ...(network === false && { network }),
    ...(workspace === 'read-only' && { workspace }),
  };
}
