// What a finding means to the owner, and what there is to do.

import type { FindingKind } from '../../ledger/log/finding.js';

const notByGate = 'No gate does this: someone changed the ledger, or the disk is damaged.';

export const meanings: Readonly<Record<FindingKind, string>> = {
  changed: `The entry is not what was written. ${notByGate}`,
  unreadable: `An entry was replaced by something else. ${notByGate}`,
  removed: `Entries were removed. ${notByGate}`,
  reordered: `Entries are not in their original order. ${notByGate}`,
  doubled: `An entry appears more than once. ${notByGate}`,
  added: `The log has an entry that no gate wrote. ${notByGate}`,
  missing_segment: `Files of the log were removed. ${notByGate}`,
  cut_off:
    'The newest entries are missing. Someone removed them, or the machine lost power (which cannot lose entries when ledger.sync is "full").',
  rolled_back:
    'The ledger was reset to an earlier state, for example from a backup or by git stash, or the machine lost power. It no longer contains what ran since then.',
  missing_chain:
    'All entries of one gate are missing. If you deleted the ledger yourself, also delete the directory with its seals, which is kept outside of the workspace.',
  head_missing: `It is not possible to tell whether the newest entries are missing. ${notByGate}`,
  head_spoiled: `It is not possible to tell whether the newest entries are missing. ${notByGate}`,
  untrusted:
    'Other users can write there, or it is a link to another place, so its content cannot be trusted. Find out who put it there.',
  torn_line: 'A gate died while writing an entry. That request was never answered; nothing is missing.',
  head_behind: 'A gate died right after writing an entry. Nothing is missing.',
  head_torn: 'A gate died while writing the head. Nothing is missing.',
  unknown_entries:
    "This user's gates did not record writing them: someone else wrote them, or a gate with another state directory, or the machine lost power. Do not trust their content.",
  unwitnessed:
    "The ledger was moved here, a gate with another state directory wrote it (in a container, for example), or someone forged it. If you recognize this gate, run 'cmdgate audit verify --accept <gate>'.",
  foreign_key:
    "Another user, another machine or a container wrote it, or someone forged it; without its key this cannot be determined. If you recognize this gate, run 'cmdgate audit verify --accept <gate>'.",
  unkeyed:
    "An earlier version of cmdgate wrote it, or someone forged it, which anybody who can write the files can do. If it is yours, run 'cmdgate audit verify --accept <gate>'; policy suggest does not count it.",
};
