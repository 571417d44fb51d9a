// Whether the ledger can be written where it is to be, and for how long.

import { statfsSync } from 'node:fs';
import { findEarlierLedger, howToKeep } from '../../ledger/find-earlier-ledger.js';
import { instancesIn } from '../../ledger/own-directory.js';
import { nearestThere, whyUnwritable } from '../../machine/files/writable.js';
import { type Check, Checks } from './check.js';
import { formatBytes } from './format-bytes.js';
import type { Subject } from './subject.js';

const fileSystems: ReadonlyMap<number, string> = new Map([
  [0xef53, 'ext4'],
  [0x58465342, 'xfs'],
  [0x9123683e, 'btrfs'],
  [0x2fc12fc1, 'zfs'],
  [0xf2f52010, 'f2fs'],
  [0x794c7630, 'overlay'],
  [0x01021994, 'tmpfs'],
  [0x6969, 'nfs'],
  [0xff534d42, 'cifs'],
  [0xfe534d42, 'smb2'],
  [0x65735546, 'fuse'],
  [0x01021997, '9p'],
]);

/** Other machines may write there too, and nobody can tell whether their gates are alive. */
const shared = new Set(['nfs', 'cifs', 'smb2', 'fuse', '9p']);

/** A ledger on a full disk refuses every run. */
const fewBytes = 1024 ** 3;
const noBytes = 16 * 1024 ** 2;
const fewFiles = 10_000;

export function checkStore({ configuration, ledger, workspace }: Subject): readonly Check[] {
  const checks = new Checks('store');
  if (configuration?.ledger === false) {
    checks.warn('Nothing is recorded: the configuration has "audit": false', 'Remove it to record every run');
    return checks.list;
  }
  const place = nearestThere(ledger);
  if (whyUnwritable(ledger, 'directory') === undefined) {
    checks.ok(place === ledger ? `The ledger ${ledger} is writable` : `The ledger will be created: ${ledger}`);
  } else {
    const fix = `Let this user write to ${place}, or set another directory as ledger.directory`;
    checks.fail(`The ledger ${ledger} is not writable: no command will run`, fix);
  }
  checkFileSystem(place, checks);
  const earlier = findEarlierLedger(workspace, ledger);
  if (earlier !== undefined) checks.warn(`${earlier} is a ledger from an earlier version`, howToKeep(earlier));
  const instances = instancesIn(ledger);
  if (instances.length > 0) {
    checks.ok(`Instances with their own memory: ${instances.join(', ')}; select one with --instance-id`);
  }
  if (configuration?.ledger) {
    const survives = { process: 'the death of a gate, but not a power cut (ledger.sync: "full")', full: 'a power cut' };
    checks.ok(`Recorded entries survive ${survives[configuration.ledger.sync]}`);
  }
  return checks.list;
}

function checkFileSystem(place: string, checks: Checks): void {
  const { type, bavail, bsize, files, ffree } = statfsSync(place);
  const name = fileSystems.get(type) ?? `of type 0x${type.toString(16)}`;
  const free = bavail * bsize;
  const room = `${formatBytes(free)} free on its file system (${name})`;
  const fix =
    'Free some space, or move the ledger with ledger.directory; ledger.keepBytes and keepLogDays limit its size';
  if (free < noBytes) checks.fail(`Only ${room}: when it is full, no command runs`, fix);
  else if (free < fewBytes) checks.warn(`Only ${room}`, fix);
  else checks.ok(`There are ${room}`);
  // Some file systems make them as they are needed, and tell none.
  if (files > 0 && ffree < fewFiles) checks.warn(`There is room for only ${ffree} more files`, fix);
  if (name === 'tmpfs') checks.warn('The ledger is in memory: it is lost when the machine restarts', fix);
  if (shared.has(name)) {
    const what =
      'The ledger is on a file system that other machines may share: runs of gates that died on them stay open';
    checks.warn(what, 'Put it on a disk of this machine with ledger.directory');
  }
}
