// The stations of the path, in the order of the walk, and what they share.

import { Deadlines } from '../../execution/handler/deadlines.js';
import type { Runner } from '../../execution/runner.js';
import { FairQueue } from '../../policy/fair-queue.js';
import { Permissions } from '../../policy/permission.js';
import { RateLimit } from '../../policy/rate-limit.js';
import type { Registry } from '../../registry/registry.js';
import type { GateOptions } from '../gate-options.js';
import type { Judge } from '../judging/judge.js';
import { Lazy } from '../lazy.js';
import { checkedLimits, type Limits, limitsOfWords } from '../limits.js';
import { NetworkDesk } from '../network/network-desk.js';
import { NetworkGrants } from '../network/network-grants.js';
import type { Activity } from '../reloading/activity.js';
import type { RunBook } from '../run/run-book.js';
import { RunLimits } from '../run/run-limits.js';
import type { Errands } from '../runs/errands.js';
import type { Snapshots } from '../snapshots/snapshots.js';
import { HandlerSupport, type SettingsOwner } from '../starting/handler-support.js';
import { Admission } from './admission.js';
import { Answers } from './answers.js';
import { Approver } from './approver.js';
import { Decider } from './decider.js';
import { Once } from './once.js';
import { Places } from './places.js';
import { RequestReader } from './reader.js';
import type { Recorder } from './recorder.js';
import { SecondLook } from './second-look.js';
import { Starter } from './starter.js';

export interface Stations {
  readonly admission: Admission;
  readonly registry: Registry;
  readonly permissions: Permissions;
  readonly reader: RequestReader;
  readonly decider: Decider;
  readonly once: Once;
  readonly approver: Approver;
  readonly places: Places;
  readonly recorder: Recorder;
  readonly starter: Starter;
  readonly answers: Answers;
  /** The runs that can be asked about, and how other processes do that. */
  readonly book: RunBook;
  readonly errands: Errands;
  readonly limits: Limits;
  readonly runLimits: RunLimits;
  /** What still runs has ended when this resolves, and nothing of it is left. */
  close(): Promise<void>;
}

/** What there is before the stations. */
interface Ground {
  readonly owner: SettingsOwner & { readonly workspace: string };
  readonly registry: Registry;
  readonly judge: Judge;
  readonly recorder: Recorder;
  readonly book: RunBook;
  readonly errands: Errands;
  readonly activity: Activity;
}

/** What a reload leaves as it is: what runs, waits or is remembered, and what limits and holds it. */
type Kept = Omit<Stations, keyof Renewed | 'close'> & {
  readonly deadlines: Deadlines;
  readonly runner: Lazy<Runner>;
  readonly support: HandlerSupport;
  readonly snapshots: Lazy<Snapshots> | undefined;
  readonly network: NetworkDesk;
  /** Those of every set of commands that still runs. */
  readonly hosts: Set<NonNullable<GateOptions['hosts']>>;
};

/** What belongs to one set of commands. Runs that began with it end with it. */
type Renewed = Pick<Stations, 'registry' | 'permissions' | 'reader' | 'decider' | 'starter'>;

export interface OpenStations extends Stations {
  /** Resolves when the processes of the handlers have loaded them, or cannot. */
  whenReady(): Promise<void>;
  /** The same for another set of commands. */
  renew(options: GateOptions, registry: Registry): OpenStations;
}

export function openStations(options: GateOptions, ground: Ground): OpenStations {
  return around(options, ground, openKept(options, ground));
}

function around(options: GateOptions, ground: Ground, kept: Kept): OpenStations {
  if (options.hosts) kept.hosts.add(options.hosts);
  return {
    ...kept,
    ...openRenewed(options, ground, kept),
    close: () => close(options, kept),
    // Where they do not load, each call says why.
    whenReady: async () => void (await options.hosts?.whenReady.catch(() => undefined)),
    renew: (next, registry) => {
      const renewed = around(next, { ...ground, registry }, kept);
      options.hosts?.retire();
      return renewed;
    },
  };
}

function openKept(options: GateOptions, { judge, recorder, book, errands, owner, activity }: Ground): Kept {
  const { history, sandbox, sandboxChoices: choices, trust, approvals = {}, snapshots: mode } = options;
  const limits = checkedLimits(options.limits);
  // Loaded with the first program: a gate that runs none need not know how.
  const runner = new Lazy<Runner>(async () => {
    const { LocalRunner } = await import('../starting/local-runner.js');
    return new LocalRunner(limits, options.owns ?? 'runs', history?.spool, sandbox);
  });
  const network = new NetworkDesk(
    judge,
    new NetworkGrants(
      (run) => judge.networkRules?.(run) ?? [],
      async (run, rules) => await judge.allowForSession?.(run, rules),
    ),
    (plan) => sandbox?.canReachHosts(plan) ?? false,
  );
  return {
    ...{ recorder, book, errands, limits, runner, network },
    deadlines: new Deadlines(),
    snapshots: mode && new Lazy(async () => new (await import('../snapshots/snapshots.js')).Snapshots(mode, judge)),
    support: new HandlerSupport(runner, owner, choices, trust),
    admission: new Admission(limits.rate && new RateLimit(limits.rate.perMinute)),
    answers: new Answers(recorder, history, limits.outputBytes),
    once: new Once(owner.name, owner.workspace, options.keyDirectory, limits.timeoutMs),
    approver: new Approver(approvals, judge, recorder, network.grants),
    places: new Places(new FairQueue(limits.concurrency), activity),
    runLimits: new RunLimits(limits, options.limits, history !== undefined),
    hosts: new Set(),
  };
}

function openRenewed(options: GateOptions, { registry, judge }: Ground, kept: Kept): Renewed {
  const { sandbox, sandboxChoices: choices, trust, approvals = {} } = options;
  const { limits, deadlines, network } = kept;
  const permissions = new Permissions({ allow: options.allow ?? 'everything', deny: options.deny ?? [] }, registry);
  const wordLimits = limitsOfWords(options.limits);
  const reader = new RequestReader({ registry, permissions, limits, wordLimits, deadlines, sandbox, choices });
  const confirmation = options.confirmation ?? 'person';
  const decider = new Decider(judge, reader, approvals.askOwner !== undefined, confirmation, network, trust);
  const secondLook = new SecondLook(judge, reader, decider, network);
  return { registry, permissions, reader, decider, starter: new Starter({ ...kept, secondLook, trust }) };
}

async function close(
  { history }: GateOptions,
  { admission, errands, book, deadlines, support, runner, snapshots, hosts, once, recorder }: Kept,
): Promise<void> {
  admission.close();
  errands.close();
  await book.endAll();
  deadlines.cancelAll();
  await support.close();
  await (await runner.opened())?.close();
  await (await snapshots?.opened())?.close();
  await Promise.all([...hosts].map((host) => host.close()));
  deadlines.close();
  await once.close();
  await history?.close();
  await recorder.close();
}
