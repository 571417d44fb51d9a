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
import type { RunBook } from '../run/run-book.js';
import { RunLimits } from '../run/run-limits.js';
import type { Errands } from '../runs/errands.js';
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
}

export function openStations(options: GateOptions, ground: Ground): Stations {
  const { registry, judge, recorder, book, errands, owner } = ground;
  const { history, sandbox, sandboxChoices: choices, trust, approvals = {} } = options;
  const limits = checkedLimits(options.limits);
  const deadlines = new Deadlines();
  // Loaded with the first program: a gate that runs none need not know how.
  const runner = new Lazy<Runner>(async () => {
    const { LocalRunner } = await import('../starting/local-runner.js');
    return new LocalRunner(limits, options.owns ?? 'runs', history?.spool, sandbox);
  });
  const { snapshots: mode } = options;
  const snapshots =
    mode && new Lazy(async () => new (await import('../snapshots/snapshots.js')).Snapshots(mode, judge));
  const support = new HandlerSupport(runner, owner, choices, trust);
  const permissions = new Permissions({ allow: options.allow ?? 'everything', deny: options.deny ?? [] }, registry);
  const admission = new Admission(limits.rate && new RateLimit(limits.rate.perMinute));
  const wordLimits = limitsOfWords(options.limits);
  const reader = new RequestReader({ registry, permissions, limits, wordLimits, deadlines, sandbox, choices });
  const confirmation = options.confirmation ?? 'person';
  const network = new NetworkDesk(
    judge,
    new NetworkGrants(
      (run) => judge.networkRules?.(run) ?? [],
      async (run, rules) => await judge.allowForSession?.(run, rules),
    ),
    (plan) => sandbox?.canReachHosts(plan) ?? false,
  );
  const decider = new Decider(judge, reader, approvals.askOwner !== undefined, confirmation, network, trust);
  const answers = new Answers(recorder, history, limits.outputBytes);
  const once = new Once(owner.name, owner.workspace, options.keyDirectory, limits.timeoutMs);
  const secondLook = new SecondLook(judge, reader, decider, network);
  const approver = new Approver(approvals, judge, recorder, network.grants);
  return {
    ...{ admission, registry, permissions, reader, decider, once, recorder, answers, book, errands, limits },
    approver,
    places: new Places(new FairQueue(limits.concurrency)),
    runLimits: new RunLimits(limits, options.limits, history !== undefined),
    starter: new Starter({ deadlines, support, runner, secondLook, trust, network, approver, snapshots }),
    close: async () => {
      admission.close();
      errands.close();
      await book.endAll();
      deadlines.cancelAll();
      await support.close();
      await (await runner.opened())?.close();
      await (await snapshots?.opened())?.close();
      await options.hosts?.close();
      deadlines.close();
      await once.close();
      await history?.close();
      await recorder.close();
    },
  };
}
