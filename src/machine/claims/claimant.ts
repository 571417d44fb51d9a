// Who has something that only one may have: a lock, a key. What a process had is free, or lost, as soon as it has ended,
// however it ended and in whichever container it was.

import { isSilent, removeAlive, removeDead, type Shown, showAliveNow } from './alive-socket.js';
import { type Holder, judgeHolder, nameHolder, newHolder, readHolder, type Verdict } from './holder.js';

/** This process, as long as it has something in a directory. */
export interface Claimant {
  /** To be written beside what it has. */
  readonly name: string;
  /** It has nothing there any more. */
  release(): void;
}

interface Presence {
  readonly holder: Holder;
  readonly shown: Promise<Shown>;
  uses: number;
}

/** One for each directory in which this process has something. */
const presences = new Map<string, Presence>();

/** At the end of the name of one that can be asked whether it is there. */
const askable = '.shown';

/** Resolves when those who cannot see this process can ask for it: what is claimed before that could be held for ever. */
export async function becomeClaimant(directory: string): Promise<Claimant> {
  const presence = presences.get(directory) ?? appear(directory);
  presence.uses++;
  const { isShown } = await presence.shown;
  let isReleased = false;
  return {
    name: `${nameHolder(presence.holder)}${isShown ? askable : ''}`,
    release: () => {
      if (isReleased) return;
      isReleased = true;
      leave(directory, presence);
    },
  };
}

function appear(directory: string): Presence {
  const holder = newHolder();
  const presence: Presence = { holder, shown: showAliveNow(directory, holder.id), uses: 0 };
  presences.set(directory, presence);
  void removeDead(directory);
  return presence;
}

function leave(directory: string, presence: Presence): void {
  presence.uses--;
  if (presence.uses > 0) return;
  if (presences.get(directory) === presence) presences.delete(directory);
  void presence.shown.then(({ stop }) => stop());
}

/** Whether the claimant of this name has certainly ended. False where it is unknown, and where it is no name. */
export async function hasClaimantEnded(name: string, directory: string): Promise<boolean> {
  const holder = readName(name);
  // It shows itself before it claims anything, and until it has nothing left. So where nobody is shown, nobody is there.
  const isGone = holder !== undefined && (await hasHolderEnded(holder, directory, name.endsWith(askable)));
  if (isGone) removeAlive(directory, holder.id);
  return isGone;
}

/** `alwaysShown`: whoever has ended need not have left a socket. */
export async function hasHolderEnded(holder: Holder, directory: string, alwaysShown = false): Promise<boolean> {
  const verdict = judgeHolder(holder, directory);
  return verdict === 'dead' || (verdict === 'unseen' && (await isSilent(directory, holder.id, alwaysShown)));
}

/** What can be said at once. */
export function judgeClaimant(name: string, directory: string): Verdict | 'no-name' {
  const holder = readName(name);
  return holder ? judgeHolder(holder, directory) : 'no-name';
}

function readName(name: string): Holder | undefined {
  return readHolder(name.endsWith(askable) ? name.slice(0, -askable.length) : name);
}
