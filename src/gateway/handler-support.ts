// What the gate lets handlers use: its runner of programs, its directory for temporary files, locks of the workspace.
// A handler is behind the gate already, so that what it starts is not judged again.

import type { RunTools, ToolsHost } from '../execution/handler/tools/run-tools.js';
import type { ProgramPlan } from '../vocabulary/program.js';
import type { Lazy } from './lazy.js';
import type { Programs } from './programs.js';
import type { RunningRun } from './run.js';
import type { SandboxChoices } from './sandbox-choices.js';

export interface SettingsOwner {
  readonly name: string;
  readonly readsSettings: boolean;
}

export class HandlerSupport {
  readonly #programs: Lazy<Programs>;
  /** Whose commands they are: settings are kept under its name. */
  readonly gate: SettingsOwner;
  readonly #choices: SandboxChoices | undefined;
  readonly #ending = new Set<Promise<void>>();

  constructor(programs: Lazy<Programs>, gate: SettingsOwner, choices: SandboxChoices | undefined) {
    this.#choices = choices;
    this.#programs = programs;
    this.gate = gate;
  }

  /** Loaded with the first use. */
  async open(run: RunningRun): Promise<RunTools> {
    const [{ RunTools }, { optionsIn }, { guardedEnvironment }] = await Promise.all([
      import('../execution/handler/tools/run-tools.js'),
      import('../execution/handler/tools/given-options.js'),
      import('../policy/understanding/guarded-environment.js'),
    ]);
    const { session, runId, timeoutMs, request } = run;
    const chosen = (plan: ProgramPlan) => this.#choices?.applyTo(plan, run.resolved.command, session.workspace) ?? plan;
    const host: ToolsHost = {
      ...{ runId, timeoutMs },
      surroundings: {
        session,
        environment: process.env,
        guards: guardedEnvironment(session.workspace),
        traceId: request.traceId,
        terminal: request.terminal === true,
        givenOptions: optionsIn(run.resolved.grammar.parameters, run.given.input),
      },
      runProgram: async (plan, programHost) => (await this.#programs.get()).runFor(run, chosen(plan), programHost),
      runPipeline: async (plans, programHost) =>
        (await this.#programs.get()).runPipelineFor(run, plans.map(chosen), programHost),
      makeDirectory: async () => (await this.#programs.get()).makeDirectory(run),
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
