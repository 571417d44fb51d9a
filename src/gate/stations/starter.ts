// Starts what was let in: a function in this process, or a program wherever programs run. Whatever it does is an end.

import type { Deadlines } from '../../execution/handler/deadlines.js';
import { type HandlerResult, runHandler } from '../../execution/handler/run-handler.js';
import type { Runner } from '../../execution/runner.js';
import type { HeldNetwork } from '../../execution/sandbox/session-network/session-networks.js';
import type { FunctionCommand } from '../../vocabulary/command.js';
import type { Outcome } from '../../vocabulary/outcome.js';
import { conclude } from '../answering/conclude.js';
import { concludeProgram } from '../answering/conclude-program.js';
import type { Lazy } from '../lazy.js';
import type { NetworkDesk } from '../network/network-desk.js';
import { isShaped, shapeOutcome } from '../options/shape-answer.js';
import { HandlerView } from '../run/handler-view.js';
import type { JudgedRun, Planned, RunningRun } from '../run/run.js';
import type { KnownRun } from '../run/run-book.js';
import type { Ended } from '../run/running.js';
import type { Snapshots } from '../snapshots/snapshots.js';
import type { HandlerSupport } from '../starting/handler-support.js';
import type { TrustWatch } from '../trust/trust-watch.js';
import type { Approver } from './approver.js';
import type { SecondLook } from './second-look.js';

export interface StarterParts {
  readonly deadlines: Deadlines;
  readonly support: HandlerSupport;
  readonly runner: Lazy<Runner>;
  readonly secondLook: SecondLook;
  readonly trust: TrustWatch | undefined;
  readonly network: NetworkDesk;
  readonly approver: Approver;
  readonly snapshots: Lazy<Snapshots> | undefined;
}

export class Starter {
  readonly #parts: StarterParts;

  constructor(parts: StarterParts) {
    this.#parts = parts;
  }

  start(run: RunningRun): Ended | Promise<Ended> {
    if (run.isFollowed) run.emit({ type: 'run-start', command: run.command, ...(run.planned && prints(run.planned)) });
    return run.planned ? this.#runProgram(run, run.planned) : this.#runFunction(run);
  }

  /**
   * Of a program that goes on after its answer: later calls of the session are to reach what listens in it, from the
   * moment of the answer on. What keeps them from it is told with the answer. Never rejects.
   */
  async holdNetwork(run: JudgedRun): Promise<HeldNetwork | undefined> {
    const { plan, caller, session } = run;
    if (!plan || !run.isSandboxed) return undefined;
    const owner = { caller: caller.name, session: session.id };
    // Where it cannot be loaded, the run itself will say so.
    const runner = await this.#parts.runner.get().catch(() => undefined);
    const held = await runner?.holdNetwork?.(plan, owner).catch(({ message }: Error) => message);
    if (typeof held !== 'string') {
      for (const reason of held?.unpublished ?? []) run.warn('PORT_NOT_PUBLISHED', reason);
      return held;
    }
    run.warn('NOT_REACHABLE', `Later calls cannot reach a server that this run starts: ${held}.`);
    return undefined;
  }

  #runFunction(run: RunningRun): HandlerResult | Promise<HandlerResult> {
    const { deadlines, support } = this.#parts;
    const command = run.resolved.command as FunctionCommand;
    const handler = run.dryRun && command.dryRun ? command.dryRun : command.run;
    run.running.wasEntered = true;
    return runHandler(handler, new HandlerView(run, support), deadlines);
  }

  /** What a person has let it reach since it was refused. */
  async #takeLate(run: RunningRun): Promise<void> {
    if (!run.isSandboxed || run.network === 'open') return;
    run.running.network.late = await this.#parts.approver.takeLate(run);
  }

  /** Hosts that nobody expected it to want: whoever sends it again may have them by then. */
  async #askForLater(run: RunningRun, outcome: Outcome): Promise<Outcome> {
    if (outcome.status !== 'failed' || run.running.network.refused.length === 0) return outcome;
    const told = await this.#parts.approver.offer(run).catch(() => undefined);
    if (told === undefined) return outcome;
    return { ...outcome, error: outcome.error.withHint(`${outcome.error.hint}. ${told}`) };
  }

  async #runNoted<T>(run: RunningRun, work: () => Promise<T>): Promise<T> {
    const { secondLook } = this.#parts;
    secondLook.begins(run);
    try {
      return await work();
    } finally {
      secondLook.ends(run);
    }
  }

  async #runProgram(run: RunningRun, planned: Planned): Promise<Outcome> {
    const { secondLook, trust, network } = this.#parts;
    const known = run.known as KnownRun;
    try {
      if (!run.judged.asks) known.enter('queued');
      const refusal = this.#parts.snapshots && (await (await this.#parts.snapshots.get()).before(run));
      if (refusal) return { status: 'failed', error: refusal, run };
      await this.#takeLate(run);
      // Loaded with the first program, like what runs it.
      const { hostOf } = await import('../starting/program-host.js');
      const host = hostOf(run, known, planned, secondLook, trust, network);
      const end = await this.#runNoted(run, async () => (await this.#parts.runner.get()).run(planned.plan, host));
      const outcome = await this.#askForLater(run, await concludeProgram(run, planned, end));
      if (run.running.keepsOutput) run.running.recordedOutput = await known.output?.finish();
      return isShaped(run) ? shapeOutcome(run, outcome) : outcome;
    } catch (error) {
      // Nobody knows how far it came.
      run.running.wasEntered = true;
      return conclude(run, { status: 'threw', error });
    } finally {
      if (run.running.snapshot) (await this.#parts.snapshots?.get())?.after(run);
    }
  }
}

function prints({ interpret }: Planned) {
  return { prints: interpret === undefined };
}
