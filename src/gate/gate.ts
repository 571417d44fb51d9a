// The gate: the path of every request, with what stands around it.

import { Registry } from '../registry/registry.js';
import type { Command, CommandSet } from '../vocabulary/command.js';
import type { GateError } from '../vocabulary/gate-error.js';
import { newId } from '../vocabulary/new-id.js';
import type { Outcome } from '../vocabulary/outcome.js';
import type { Caller, CancelResult, CancelTarget, Request } from '../vocabulary/request.js';
import type { Approvals } from './approving/approvals.js';
import type { ApprovalNotice } from './approving/notice.js';
import { DescribedGate } from './described-gate.js';
import type { GateOptions } from './gate-options.js';
import { judgeOfOwnCommands } from './judging/judge.js';
import { Lazy } from './lazy.js';
import { discoveryCommands } from './own-commands/discovery-commands.js';
import type { Plans } from './plans/plans.js';
import { permissionDenied } from './refusals.js';
import { Activity } from './reloading/activity.js';
import type { Gate, RenewableGate, Renewal } from './renewable-gate.js';
import { Run, type RunOrigin } from './run/run.js';
import { type KnownRun, RunBook } from './run/run-book.js';
import { Errands } from './runs/errands.js';
import { RunFinder } from './runs/find-runs.js';
import { runsCommands } from './runs/runs-commands.js';
import { Recorder } from './stations/recorder.js';
import { type OpenStations, openStations, type Stations } from './stations/stations.js';
import { walk } from './walk.js';

export type { Gate, RenewableGate, Renewal };

/** Throws a DefinitionError when commands clash, and a TypeError when a pattern cannot be read. */
export function createGate(options: GateOptions): RenewableGate {
  return new CommandGate(options);
}

class CommandGate extends DescribedGate implements RenewableGate {
  readonly activity = new Activity();
  registry: Registry;
  warnings: readonly string[] = [];
  #at: OpenStations;
  readonly #finder: RunFinder;
  readonly #origin: RunOrigin;
  readonly #plans: Lazy<Plans>;
  readonly #onRenewed = new Set<() => void>();
  #runs = 0;

  constructor(options: GateOptions) {
    super(options);
    const { history, judge = judgeOfOwnCommands, trust } = options;
    const prefix = newId();
    const book = new RunBook();
    const recorder = new Recorder(options.audit, judge);
    const errands = new Errands(book, history?.mailDirectory, prefix);
    const { activity } = this;
    this.#origin = { idPrefix: `run_${prefix}_`, places: recorder.places };
    this.#finder = new RunFinder(book, history);
    this.registry = new Registry(...this.#commandSets(options, this.#finder));
    this.#at = openStations(options, {
      owner: this,
      registry: this.registry,
      judge,
      recorder,
      book,
      errands,
      activity,
    });
    this.#plans = new Lazy(async () => {
      const { Plans } = await import('./plans/plans.js');
      return new Plans(
        () => this.#at,
        judge,
        (request) => this.#newRun(request),
      );
    });
    this.warnings = warningsOf(options, this.#at);
    history?.followNowAndThen();
    trust?.recordIn((type, fields) => recorder.note(type, fields));
  }

  renew(renewal: Renewal, adopt: () => void): void {
    const { description: _earlier, ...lasting } = this.options;
    const options = { ...lasting, ...renewal };
    const registry = new Registry(...this.#commandSets(options, this.#finder));
    const at = this.#at.renew(options, registry);
    adopt();
    this.options = options;
    this.registry = registry;
    this.#at = at;
    this.warnings = warningsOf(options, at);
    for (const tell of this.#onRenewed) tell();
  }

  get longestTimeoutMs(): number {
    // The gate's own commands wait, and never block.
    const declared = this.registry.commands.map(({ timeoutMs, builtIn }) => (builtIn ? 0 : (timeoutMs ?? 0)));
    return declared.reduce((longest, one) => Math.max(longest, one), this.#at.limits.timeoutMs);
  }

  mayRun(caller: Caller, command: Command): boolean {
    return this.#at.reader.mayRun(caller, command);
  }

  run(request: Request): Promise<Outcome> {
    return walk(this.#newRun(request), this.#at);
  }

  async refuse(request: Request, error: GateError): Promise<Outcome> {
    const run = this.#newRun(request);
    return await this.#at.answers.refuse(run, this.#at.admission.admit(run) ?? error);
  }

  cancel(target: CancelTarget): CancelResult {
    return this.#at.book.cancel(target);
  }

  find(caller: Caller, runId: string): KnownRun | undefined {
    return this.#at.book.find(caller, runId);
  }

  approvals(): Promise<Approvals> {
    return this.#at.approver.approvals.get();
  }

  plans(): Promise<Plans> {
    return this.#plans.get();
  }

  tellSecrets(conceal: (secrets: readonly string[]) => void): void {
    this.#origin.conceal = conceal;
  }

  tellAsked(listener: (notice: ApprovalNotice) => void): void {
    this.#at.approver.tellAsked(listener);
  }

  tellRenewed(listener: () => void): () => void {
    this.#onRenewed.add(listener);
    return () => this.#onRenewed.delete(listener);
  }

  whenReady(): Promise<void> {
    return this.#at.whenReady();
  }

  close(): Promise<void> {
    this.#onRenewed.clear();
    return this.#at.close();
  }

  #newRun(request: Request): Run {
    return new Run(request, this.#origin, ++this.#runs);
  }

  /** The gate's own commands come first: nothing takes their names. */
  #commandSets(options: GateOptions, finder: RunFinder): readonly CommandSet[] {
    const own: CommandSet = { commands: options.shell ? [options.shell] : [], groups: [], reserved: true };
    const sets = [own, ...this.#policyCommands(options, finder), options.commands];
    // Where nothing can be run there are no runs to ask about.
    const runs = sets.some(({ commands }) => commands.length > 0) ? [runsCommands(finder)] : [];
    return [this.#discovery(options), ...runs, ...sets];
  }

  /** Where there is a policy of which something can be told. */
  #policyCommands({ policyCommands, judge }: GateOptions, runs: RunFinder): readonly CommandSet[] {
    if (!policyCommands || !judge) return [];
    const check: Parameters<typeof policyCommands>[0]['check'] = (words, door, { caller, session }) =>
      this.#at.decider.check(this.#newRun({ line: this.#asSent(words), door, caller, session, dryRun: true }));
    return [policyCommands({ judge, runs, check })];
  }

  /** A program that is no command is what `shell` would run. */
  #asSent(words: readonly string[]): readonly string[] {
    const offersShell = this.registry.find(['shell']).node.command !== undefined;
    const isCommand = !offersShell || this.registry.find(words).node.command !== undefined;
    return isCommand ? words : ['shell', ...words];
  }

  #discovery({ variables = {}, version = '0.0.0', ownVersion = version }: GateOptions): CommandSet {
    return discoveryCommands({
      facts: this,
      ownVersion,
      variables,
      registry: () => this.registry,
      mayRun: (caller, command) => this.mayRun(caller, command),
      notFound: (caller, node, words, depth) => this.#at.reader.notFound(caller, node, words, depth),
      denied: (caller, command) => {
        const verdict = this.#at.permissions.judge(caller, command);
        return permissionDenied(command, verdict.decision === 'deny' ? verdict.reason : '');
      },
    });
  }
}

function warningsOf({ warnings = [], commands }: GateOptions, { permissions }: Stations): readonly string[] {
  const idle = permissions.unused.map((pattern) => `The allow list has "${pattern}", which matches no command.`);
  return [...warnings, ...(commands.warnings ?? []), ...idle];
}
