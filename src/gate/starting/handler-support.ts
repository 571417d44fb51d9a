// What the gate lets handlers use: its runner of programs, its directory for temporary files, locks of the workspace.
// A handler is behind the gate already, so that what it starts is not judged again.

import type { RunTools, ToolsHost } from '../../execution/handler/tools/run-tools.js';
import type { Runner } from '../../execution/runner.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import type { Lazy } from '../lazy.js';
import type { SandboxChoices } from '../opening/sandbox-choices.js';
import type { RunningRun } from '../run/run.js';
import type { TrustWatch } from '../trust/trust-watch.js';

export interface SettingsOwner {
  readonly name: string;
  readonly readsSettings: boolean;
}

export class HandlerSupport {
  readonly #runner: Lazy<Runner>;
  /** Whose commands they are: settings are kept under its name. */
  readonly gate: SettingsOwner;
  readonly #choices: SandboxChoices | undefined;
  readonly #trust: TrustWatch | undefined;
  readonly #ending = new Set<Promise<void>>();

  constructor(runner: Lazy<Runner>, gate: SettingsOwner, choices: SandboxChoices | undefined, trust?: TrustWatch) {
    this.#trust = trust;
    this.#choices = choices;
    this.#runner = runner;
    this.gate = gate;
  }

  /** Loaded with the first use. */
  async open(run: RunningRun): Promise<RunTools> {
    const [{ RunTools }, { planSpawn }, { givenTexts }, { machineOf }, { defaultSearchPath }] = await Promise.all([
      import('../../execution/handler/tools/run-tools.js'),
      import('../../sources/typescript/draft-spawn.js'),
      import('../../sources/typescript/given-texts.js'),
      import('../../planning/machine.js'),
      import('../../planning/default-search-path.js'),
    ]);
    const { session, runId, timeoutMs, request } = run;
    const chosen = (plan: ProgramPlan) => this.#choices?.applyTo(plan, run.resolved.command, session.workspace) ?? plan;
    const surroundings = {
      scope: run.scope,
      machine: machineOf({ searchPath: defaultSearchPath(process.env), environment: process.env }),
      traceId: request.traceId,
      terminal: request.terminal === true,
      given: givenTexts(run.resolved.grammar.parameters, run.given.input),
    };
    const host: ToolsHost = {
      ...{ runId, timeoutMs },
      plan: (program, args, options) => planSpawn(program, args, options, surroundings),
      runProgram: async (plan, programHost) =>
        (await this.#runner.get()).run(chosen(plan), await hostOf(run, programHost, this.#trust)),
      runPipeline: async (plans, programHost) =>
        (await this.#runner.get()).runPipeline(plans.map(chosen), await hostOf(run, programHost, this.#trust)),
      makeDirectory: async () => {
        run.running.ownDirectory = await (await this.#runner.get()).makeDirectory();
        return run.running.ownDirectory;
      },
      acquireLock: async (name, options, signal) => {
        const { waitForLock } = await import('./wait-for-lock.js');
        return await waitForLock({ workspace: session.workspace, name, runId, signal }, options);
      },
    };
    return new RunTools(host);
  }

  /** Never rejects. */
  waitFor(work: Promise<void>): void {
    this.#ending.add(work);
    void work.then(() => this.#ending.delete(work));
  }

  /** What handlers used has ended when this resolves. */
  async close(): Promise<void> {
    await Promise.all(this.#ending);
  }
}

/** Loaded with the first program, like what runs it. */
async function hostOf(...about: Parameters<typeof import('./program-host.js').hostOfSpawned>) {
  const { hostOfSpawned } = await import('./program-host.js');
  return hostOfSpawned(...about);
}
