// One command of a line → the program that it means, planned like any other.

import { resolve } from 'node:path';
import { isInside } from '../../../machine/paths/is-inside.js';
import type { BuiltEnvironment, Draft } from '../../../planning/draft.js';
import { written } from '../../../planning/draft.js';
import { Findings } from '../../../planning/findings.js';
import { ruleOf } from '../../../planning/forbidden-names.js';
import { enterDirectories } from '../../../planning/locate.js';
import type { Machine } from '../../../planning/machine.js';
import { type Planned, plan } from '../../../planning/plan.js';
import { guardedEnvironment } from '../../../policy/understanding/guarded-environment.js';
import type { PlanContext } from '../../../vocabulary/command.js';
import type { Problem } from '../../../vocabulary/gate-error.js';
import type { LineFileMode } from '../../../vocabulary/line.js';
import type { ProgramPlan } from '../../../vocabulary/program.js';
import { usualDraft } from '../draft-call.js';
import type { ShellRequest } from '../read-request.js';
import type { ShellHost } from '../shell-host.js';
import type { Elsewhere } from './elsewhere.js';

/** What a line is planned with. */
export interface LineSetting {
  readonly request: ShellRequest;
  readonly context: PlanContext;
  readonly host: ShellHost;
  readonly machine: Machine;
  /** What is wrong with the rest of the request. */
  readonly problems: readonly Problem[];
}

export interface CommandDraft {
  readonly name: string;
  readonly args: readonly string[];
  /** A real path, or one that the line may make yet. */
  readonly directory: string;
  /** What the line sets for it. */
  readonly variables: Readonly<Record<string, string>>;
  /** What the line takes away from it. */
  readonly unset: readonly string[];
  readonly stdin: ProgramPlan['stdin'];
  readonly hasUnknown: ProgramPlan['hasUnknown'];
}

export interface PlannedCommand {
  readonly plan: ProgramPlan;
  readonly problems: readonly Problem[];
}

/** By the signs that stand for them in a line. */
const fileSigns: Readonly<Record<LineFileMode, string>> = { read: '<', write: '>', append: '>>' };

export class LinePlanner {
  readonly #setting: LineSetting;
  readonly #usual: ReturnType<typeof usualDraft>;
  #base: Planned | undefined;

  constructor(setting: LineSetting) {
    this.#setting = setting;
    this.#usual = usualDraft(setting.request, setting.context, setting.host);
  }

  /** Where a bash of somebody else runs the line. */
  get elsewhere(): Elsewhere | undefined {
    return this.#setting.host.elsewhere;
  }

  /** Where the line begins: what was asked for, or why not. */
  begin(): { readonly directory: string; readonly problems: readonly Problem[] } {
    const { directory } = this.#setting.request;
    return this.enter(this.#setting.context.session.directory, directory, false);
  }

  /** Whether it is a place that only the sandbox of the line has: nothing on this machine tells what is there. */
  isOwnPlace(directory: string): boolean {
    const { session, ownPlaces } = this.#setting.context;
    if (isInside(directory, session.workspace)) return false;
    return ownPlaces?.().some((place) => isInside(directory, place)) === true;
  }

  /** Where `cd` leads to. `foreseen`: it may be made yet. */
  enter(from: string, path: string | undefined, foreseen: boolean) {
    const { session } = this.#setting.context;
    const own = path === undefined || path === '' ? undefined : resolve(from, path);
    if (own !== undefined && this.isOwnPlace(own)) return { directory: own, problems: [] };
    const findings = new Findings();
    const directories = path === undefined ? [] : [written(path)];
    const scope = { ...session, directory: from };
    const { directory } = enterDirectories({ scope, paths: 'workspace', directories, foreseen }, findings);
    return { directory, problems: [...findings.refused, ...findings.obstacles] };
  }

  /** Where no such program is found, or it is none, a line goes on, as in a shell. */
  plan(command: CommandDraft, foreseen: boolean): PlannedCommand | 'missing' | 'not executable' {
    this.base();
    const planned = plan(this.#draft(command, foreseen), this.#setting.machine);
    const problems = [...planned.refused, ...planned.obstacles];
    const isOnly = (code: string) => problems.length > 0 && problems.every((problem) => problem.code === code);
    if (isOnly('PROGRAM_NOT_FOUND')) return 'missing';
    if (isOnly('PROGRAM_NOT_EXECUTABLE')) return 'not executable';
    const environment = this.#without(command.unset, planned.plan.environment);
    const gone = Object.keys(planned.plan.environment).filter((name) => !Object.hasOwn(environment, name));
    const { variables: ofSession = {} } = this.#setting.context.session;
    const decided = [...new Set([...Object.keys(ofSession), ...Object.keys(command.variables), ...gone])];
    return {
      plan: { ...planned.plan, environment, decided, ...(command.hasUnknown && { hasUnknown: command.hasUnknown }) },
      problems: problems.filter(({ code }) => code !== 'PROGRAM_NOT_FOUND'),
    };
  }

  /** A file that the line itself opens, as the policy judges it. */
  planFile(mode: LineFileMode, path: string, directory: string, hasUnknown?: ProgramPlan['hasUnknown']): ProgramPlan {
    const sign = fileSigns[mode];
    return {
      ...this.base(),
      ...{ program: sign, name: sign, args: [path], directory, decided: [] },
      ...(hasUnknown && { hasUnknown }),
    };
  }

  /** What every program of the line gets, in the plan of one that does nothing. */
  base(): ProgramPlan {
    this.#base ??= this.#planNothing();
    return this.#base.plan;
  }

  #planNothing(): Planned {
    const { directory } = this.#setting.context.session;
    const nothing = {
      name: 'true',
      args: [],
      directory,
      variables: {},
      unset: [],
      stdin: this.#usual.stdin,
      hasUnknown: undefined,
    };
    const located = { directory, directoryIsKnown: true, program: { program: nothing.name, name: nothing.name } };
    return plan(this.#draft(nothing, false), this.#setting.machine, new Findings(), located);
  }

  /** What nobody may set from a line, nobody may take away: it keeps programs from running others. */
  mayUnset(name: string): boolean {
    if (!Object.hasOwn(this.base().environment, name)) return true;
    const { rule = 'free' } = ruleOf(name) ?? {};
    return rule === 'free' && !Object.hasOwn(guardedEnvironment('/'), name);
  }

  /** What has to be changed for it of the variables that all programs of the line get: it has those of its plan. */
  changesFor({ environment }: ProgramPlan): Readonly<Record<string, string | undefined>> {
    const usual = this.base().environment;
    const names = new Set([...Object.keys(usual), ...Object.keys(environment)]);
    return Object.fromEntries(
      [...names].filter((name) => usual[name] !== environment[name]).map((name) => [name, environment[name]]),
    );
  }

  #without(unset: readonly string[], environment: ProgramPlan['environment']): ProgramPlan['environment'] {
    const gone = unset.filter((name) => this.mayUnset(name));
    if (gone.length === 0) return environment;
    return Object.fromEntries(Object.entries(environment).filter(([name]) => !gone.includes(name)));
  }

  /** What a program has whose variables the line leaves alone. Where something is wrong with them, each program tells. */
  #built(): BuiltEnvironment | undefined {
    if (!this.#base || this.#base.refused.length + this.#base.obstacles.length > 0) return undefined;
    const { environment } = this.#base.plan;
    return { environment, secrets: [] };
  }

  #draft({ name, args, directory, variables: set, stdin }: CommandDraft, foreseen: boolean): Draft {
    const { session } = this.#setting.context;
    // What it would get anyway is not decided by the line, such as GIT_PAGER=cat.
    const usual = this.#base?.plan.environment ?? {};
    const variables = Object.fromEntries(Object.entries(set).filter(([key, value]) => usual[key] !== value));
    const decided = Object.keys(variables);
    const isUnseen = foreseen || this.isOwnPlace(directory);
    const built = decided.length === 0 ? this.#built() : undefined;
    return {
      ...this.#usual,
      scope: { ...session, directory },
      paths: 'workspace',
      directories: isUnseen ? [] : [written(directory)],
      program: { text: name, relative: true },
      args: args.map(written),
      environment: {
        ...this.#usual.environment,
        written: { ...session.variables, ...variables },
        decided,
        decidedBy: 'arguments',
        ...(built && { built }),
      },
      foreseen: isUnseen,
      stdin,
    };
  }
}
