// What a finding means to the owner, and what there is to do.

import type { FindingKind } from '../../ledger/log/finding.js';

const notByGate = 'No gate does that: somebody changed the ledger, or the disk did.';

export const meanings: Readonly<Record<FindingKind, string>> = {
  changed: `What stands there is not what was written. ${notByGate}`,
  unreadable: `Something else stands where an entry was. ${notByGate}`,
  removed: `Entries were taken out. ${notByGate}`,
  reordered: `Entries were moved. ${notByGate}`,
  doubled: `An entry stands there more than once. ${notByGate}`,
  added: `Something was put into the log that no gate wrote there. ${notByGate}`,
  missing_segment: `Files of the log were removed. ${notByGate}`,
  cut_off:
    'The newest entries were removed. No gate does that; a machine that lost its power can, unless ledger.sync is "full".',
  rolled_back:
    'The ledger was brought back to an earlier state, as by a backup or git stash, or a machine lost its power. What ran since then is not in it any more.',
  missing_chain:
    'All that one gate wrote is gone. If you removed the ledger yourself, remove what still tells of it: the directory that is kept for this workspace outside of it.',
  head_missing: `Whether the newest entries are all there cannot be told. ${notByGate}`,
  head_spoiled: `Whether the newest entries are all there cannot be told. ${notByGate}`,
  untrusted:
    'Others can write there, or it leads elsewhere: what it says cannot be believed. Look at who put it there.',
  torn_line: 'A gate died while it wrote. What it wrote then was not answered; nothing is missing.',
  head_behind: 'A gate died right after it wrote. Nothing is missing.',
  head_torn: 'A gate died while it wrote the head. Nothing is missing.',
  unknown_entries:
    'They were written behind the back of the gates of this user, by somebody else or by a gate with another state directory; or a machine lost its power. What they say cannot be believed.',
  unwitnessed:
    "The ledger was moved here, a gate with another state directory wrote it (in a container, for example), or somebody put it there. If you know this gate, run 'cmdgate audit verify --accept <gate>'.",
  foreign_key:
    "Another user, another machine or a container wrote it, or somebody forged it: without that key nobody can tell. If you know this gate, run 'cmdgate audit verify --accept <gate>'.",
  unkeyed:
    "An earlier version of cmdgate wrote it, or somebody forged it: anybody who can write the files can. If it is yours, run 'cmdgate audit verify --accept <gate>'; policy suggest does not count it.",
};
