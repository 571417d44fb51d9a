// What makes the sandbox of a program here: the strongest that the system has, if it can hold what the owner asks for.

import { findBubblewrap } from './bubblewrap/find-bubblewrap.js';
import { findLandlock } from './landlock/find-landlock.js';
import type { SandboxSettings } from './sandbox-settings.js';
import type { FoundTier } from './tier.js';

export interface Finders {
  readonly bubblewrap: () => FoundTier;
  readonly landlock: () => FoundTier;
}

const ofSystem: Finders = { bubblewrap: findBubblewrap, landlock: findLandlock };

export function findTier(
  { workspace, hosts }: Pick<SandboxSettings, 'workspace' | 'hosts'>,
  finders = ofSystem,
  platform = process.platform,
): FoundTier {
  if (platform !== 'linux') return onlyOnLinux;
  const bubblewrap = finders.bubblewrap();
  if (bubblewrap.ok) return bubblewrap;
  const landlock = finders.landlock();
  if (!landlock.ok) return bubblewrap;
  if (workspace === 'read-only' && hosts.length === 0) return landlock;
  const held = 'programs that cannot write to the workspace and reach no host';
  return { ...bubblewrap, reason: `${bubblewrap.reason} Landlock is available, but only for ${held}.` };
}

const onlyOnLinux = {
  ok: false,
  reason: 'there is no sandbox for this system; bubblewrap and Landlock work only on Linux.',
  remedy: 'Run the gate on Linux, in a container or in a virtual machine',
} as const;
