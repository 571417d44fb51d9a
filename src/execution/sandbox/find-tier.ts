// What makes the sandbox of a program here: the strongest that the system has, if it can hold what the owner asks for.

import { type FoundSandbox, findBubblewrap } from './find-bubblewrap.js';
import { findLandlock } from './landlock/find-landlock.js';
import type { SandboxSettings } from './sandbox-settings.js';
import { findSeatbelt } from './seatbelt/find-seatbelt.js';
import type { FoundTier } from './tier.js';

export interface Finders {
  readonly bubblewrap: () => FoundSandbox;
  readonly landlock: () => FoundTier;
  readonly seatbelt: () => FoundTier;
}

const ofSystem: Finders = { bubblewrap: findBubblewrap, landlock: findLandlock, seatbelt: findSeatbelt };

export function findTier(
  { workspace }: Pick<SandboxSettings, 'workspace'>,
  finders = ofSystem,
  platform = process.platform,
): FoundSandbox | FoundTier {
  if (platform === 'darwin') return finders.seatbelt();
  const bubblewrap = finders.bubblewrap();
  if (bubblewrap.ok) return bubblewrap;
  const landlock = finders.landlock();
  if (!landlock.ok) return bubblewrap;
  if (workspace === 'read-only') return landlock;
  const reason = `${bubblewrap.reason} Landlock is there, and holds only programs that cannot write to the workspace.`;
  return { ...bubblewrap, reason };
}
