// What the gate lets handlers use: its runner of programs, its directory for temporary files, locks of the workspace.
// A handler is behind the gate already, so that what it starts is not judged again.

import type { RunTools, ToolsHost } from '../execution/handler/tools/run-tools.js';
import type { Command } from '../vocabulary/command.js';
import type { ProgramPlan } from '../vocabulary/program.js';
import type { Programs } from './programs.js';
import type { Run } from './run.js';
import type { SandboxChoices } from './sandbox-choices.js';

interface SettingsOwner {
  readonly name: string;
  readonly readsSettings: boolean;
}

export class HandlerSupport {
  readonly #openPrograms: () => Promise<Programs>;
  /** Whose commands they are: settings are kept under its name. */
  readonly gate: SettingsOwner;
  readonly #choices: SandboxChoices | undefined;
  readonly #ending = new Set<Promise<void>>();

  constructor(openPrograms: () => Promise<Programs>, gate: SettingsOwner, choices: SandboxChoices | undefined) {
    this.#choices = choices;
    this.#openPrograms = openPrograms;
    this.gate = gate;
  }

  /** Loaded with the first use. */
  async open(run: Run): Promise<RunTools> {
    const [{ RunTools }, { planSpawn }, { givenTexts }, { machineOf }, { defaultSearchPath }] = await Promise.all([
      import('../execution/handler/tools/run-tools.js'),
      import('../sources/typescript/draft-spawn.js'),
      import('../sources/typescript/given-texts.js'),
      import('../planning/machine.js'),
      import('../planning/default-search-path.js'),
    ]);
    const { session, runId, timeoutMs, request } = run;
    const chosen = (plan: ProgramPlan) =>
      this.#choices?.applyTo(plan, run.resolved as Command, session.workspace) ?? plan;
    const surroundings = {
      scope: run.scope,
      machine: machineOf({ searchPath: defaultSearchPath(process.env), environment: process.env }),
      traceId: request.traceId,
      terminal: request.terminal === true,
      given: givenTexts(run.grammar.parameters, run.input),
    };
    const host: ToolsHost = {
      ...{ runId, timeoutMs },
      plan: (program, args, options) => planSpawn(program, args, options, surroundings),
      runProgram: async (plan, programHost) => (await this.#openPrograms()).runFor(run, chosen(plan), programHost),
      runPipeline: async (plans, programHost) =>
        (await this.#openPrograms()).runPipelineFor(run, plans.map(chosen), programHost),
      makeDirectory: async () => (await this.#openPrograms()).makeDirectory(run),
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
