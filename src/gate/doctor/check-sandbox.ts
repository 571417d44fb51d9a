// Whether the system keeps programs inside their scope: not by what is installed, but by trying to get out.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findTier } from '../../execution/sandbox/find-tier.js';
import { Sandbox } from '../../execution/sandbox/sandbox.js';
import { combine, type SandboxSettings } from '../../execution/sandbox/sandbox-settings.js';
import type { NotFound, Tier } from '../../execution/sandbox/tier.js';
import { isInside } from '../../machine/paths/is-inside.js';
import { openConfiguredSandbox } from '../opening/open-configured-sandbox.js';
import { type Check, Checks } from './check.js';
import type { Subject } from './subject.js';
import { type TriedSandbox, type TryPlaces, trySandbox } from './try-sandbox.js';

export async function checkSandbox(subject: Subject, find: typeof findTier = findTier): Promise<readonly Check[]> {
  const checks = new Checks('sandbox');
  const settings = combine(subject.configuration?.sandbox ?? {});
  if (settings.mode === 'off') {
    const what = `Programs run with all of this user's rights: "sandbox" is "off". ${guardRail}`;
    checks.warn(what, 'Remove "sandbox" from the configuration, or set it to "required"');
    return checks.list;
  }
  const found = find(settings);
  if (!found.ok) {
    tellMissing(found, settings.mode, checks);
    return checks.list;
  }
  const tried = await trySandbox(openSandbox(subject), placesOf(subject, settings));
  if (found.tier.name !== 'bubblewrap') checks.ok(`The sandbox uses ${found.tier.name}, not bubblewrap`);
  tell(tried, settings.network === true, checks);
  tellListed(tried, found.tier, checks);
  tellHome(subject, settings, checks);
  tellAbsent(subject, checks);
  tellExceptions(subject, checks);
  return checks.list;
}

function openSandbox({ configuration, environment, ledger, approvals }: Subject): Sandbox {
  if (configuration) return openConfiguredSandbox(configuration, environment);
  return new Sandbox({}, { readOnly: [], hidden: [ledger, approvals] });
}

type Shown = Pick<SandboxSettings, 'readable' | 'writable'>;

/** Beside the ledger, what is found in most homes and is nobody's business. */
const ofHome = ['.ssh', '.gnupg', '.aws', '.config', '.bash_history', '.bashrc', '.profile', '.npmrc', '.gitconfig'];

function placesOf(
  { workspace, configuration, ledger, approvals, environment: { HOME } }: Subject,
  { readable, writable }: Shown,
): TryPlaces {
  const shown = [workspace, ...readable, ...writable];
  const isShown = (path: string) => shown.some((root) => isInside(path, root) || isInside(root, path));
  const personal = HOME === undefined ? [] : ofHome.map((name) => join(HOME, name)).filter((path) => !isShown(path));
  const decisive = [...(configuration ? [configuration.file] : []), join(workspace, '.git', 'config')];
  return {
    workspace,
    hidden: [ledger, approvals, ...personal],
    guarded: decisive.filter((path) => existsSync(path) && !writable.some((root) => isInside(path, root))),
  };
}

const guardRail =
  'A sandbox is a wall; without one there is only a guard rail: a small set of calls runs at once, and everything else asks a person';

function tellMissing(found: NotFound, mode: string, checks: Checks): void {
  if (mode === 'required') {
    checks.fail(`No program can start: "sandbox" is "required", but none is available: ${found.reason}`, found.remedy);
  } else {
    checks.warn(
      `Programs run with all of this user's rights, without a sandbox: ${found.reason} ${guardRail}`,
      found.remedy,
    );
  }
}

function tell(tried: TriedSandbox, mayConnect: boolean, checks: Checks): void {
  const say = (isHeld: boolean, held: string, broken: string) => {
    if (isHeld) checks.ok(`Tested: a program ${held}`);
    else checks.fail(`Tested: a program ${broken}`, notToBeReliedOn);
  };
  say(tried.isEnforced, 'ran inside the sandbox', 'ran outside the sandbox');
  say(
    tried.isCanaryUntouched && !tried.wrote,
    'could not write a file outside the workspace',
    'could write a file outside the workspace',
  );
  say(
    tried.read.length === 0,
    'could not read secrets in this home, in the ledger or of other programs',
    `could read ${tried.read.join(', ')}`,
  );
  say(
    tried.opened.length === 0,
    "could not change the configuration or git's settings",
    `could change ${tried.opened.join(', ')}`,
  );
  if (mayConnect && tried.connected) {
    checks.warn(
      'Programs can reach every server, including on this machine: "network" of "sandbox" is true',
      'List the hosts they need',
    );
  } else say(!tried.connected, 'could not connect to a server on this machine', 'could connect to this machine');
  say(!tried.signalled, 'could not see other processes', "could see and signal the gate's process");
  say(
    tried.leftChild && !tried.isChildAlive,
    'left a child process behind, which was terminated with it',
    tried.leftChild ? 'left a child process behind, which is still running' : 'could not start a child process',
  );
}

/** Landlock cannot hide names in a workspace that is readable. */
function tellListed({ listed, read }: TriedSandbox, { name }: Tier, checks: Checks): void {
  const names = listed.filter((path) => !read.includes(path));
  if (names.length === 0) return;
  const what = `Tested: a program could list the names in ${names.join(', ')}, but could not read any file there`;
  if (name === 'landlock') checks.warn(what, 'Install bubblewrap, or keep the ledger outside the workspace');
  else checks.fail(what, notToBeReliedOn);
}

/** What is let in is not tried: it would be no news. */
function tellHome({ workspace, environment: { HOME } }: Subject, { readable, writable }: Shown, checks: Checks): void {
  if (HOME === undefined || ![workspace, ...readable, ...writable].some((root) => isInside(HOME, root))) return;
  checks.warn(
    `Programs can read all of your home ${HOME}, including the keys and tokens in it`,
    'Work in a directory of its own, and allow only what programs need',
  );
}

/** What programs may write in the workspace they may also make, unless it is read-only. */
function tellAbsent({ configuration, workspace }: Subject, checks: Checks): void {
  if (!configuration) return;
  const { sandbox, handles, utcp } = configuration;
  const choices = [
    sandbox,
    ...Object.values(sandbox.commands ?? {}),
    ...[...handles, ...utcp].map((one) => one.sandbox),
  ];
  const absent = choices
    .flatMap((choice) => [
      ...(choice?.readable ?? []),
      ...(choice?.writable ?? []).filter((path) => sandbox.workspace === 'read-only' || !isInside(path, workspace)),
    ])
    .filter((path) => !existsSync(path));
  if (absent.length === 0) return;
  const what = `"readable" and "writable" of "sandbox" name paths that do not exist: ${[...new Set(absent)].join(', ')}`;
  checks.warn(what, 'Fix or create them; paths are relative to the configuration file');
}

const notToBeReliedOn =
  'Update bubblewrap and the kernel; until this is fixed, let the policy ask, or run the gate in a container';

function tellExceptions({ configuration }: Subject, checks: Checks): void {
  const outside = [...(configuration?.handles ?? []), ...(configuration?.utcp ?? [])].filter(
    ({ sandbox }) => sandbox?.mode === 'off',
  );
  if (outside.length === 0) return;
  const which = outside.length === 1 ? 'One entry' : `${outside.length} entries`;
  checks.warn(
    `${which} of "handles" and "utcp" run programs outside the sandbox`,
    'Remove "sandbox": "off" and "paths": "any" there if they are not needed',
  );
}
