// Runs programs where only their scope exists. What is not mounted is not there.

import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { GateError, type Problem } from '../../vocabulary/gate-error.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import type { SandboxChoice } from '../../vocabulary/sandbox.js';
import { nameByLink } from '../process/planning/name-by-link.js';
import { readInterpreter } from '../process/planning/read-interpreter.js';
import { bubblewrapArguments } from './bubblewrap-arguments.js';
import { splitEnvironment } from './bubblewrap-environment.js';
import { type FoundSandbox, findBubblewrap } from './find-bubblewrap.js';
import { MissingPaths } from './missing-paths.js';
import { isWithin, type Mount } from './mounts.js';
import { withoutCredentials } from './network/credentials/without-credentials.js';
import type { Networks, OpenNetwork } from './network/networks.js';
import { type Protection, protectPaths } from './protected-paths.js';
import { combine, type SandboxSettings } from './sandbox-settings.js';
import { homeOfProgram, makeEtc, systemView } from './system-view.js';

export interface Place {
  readonly workspace: string;
  /** The gate's own directory for temporary files: nobody else can write there. */
  readonly temporary: string;
  /** In it, the links by which programs get their names. */
  readonly names: string;
  /** The way out that was opened for the program. */
  readonly network?: OpenNetwork | undefined;
}

/** A program that is ready to be started, and what to do when it has ended. */
export interface Sandboxed {
  readonly plan: ProgramPlan;
  release(): void;
}

export class Sandbox {
  readonly #choice: SandboxChoice;
  readonly #protection: Protection;
  readonly #find: () => FoundSandbox;
  readonly #missing = new MissingPaths();
  readonly #environment: Readonly<Record<string, string | undefined>>;
  #networks: Networks | undefined;

  /** `environment` is the gate's own. */
  constructor(
    choice: SandboxChoice,
    protection: Protection,
    find: () => FoundSandbox = findBubblewrap,
    environment: Readonly<Record<string, string | undefined>> = {},
  ) {
    this.#environment = environment;
    this.#choice = choice;
    this.#protection = protection;
    this.#find = find;
  }

  /** Whether the system will keep it inside, or why it may not run. */
  judge({ sandbox }: ProgramPlan): 'inside' | 'outside' | GateError {
    const { mode } = combine(this.#choice, sandbox);
    if (mode === 'off') return 'outside';
    const found = this.#find();
    if (found.ok) return 'inside';
    return mode === 'required' ? unavailable(found.reason, found.remedy) : 'outside';
  }

  /** Opens a way out for a program that may reach some hosts. Rejects when the gate cannot write its own files. */
  async connect(
    plan: ProgramPlan,
    temporary: string,
    onDenied: (message: string) => void,
  ): Promise<OpenNetwork | GateError | undefined> {
    const { hosts, credentials } = combine(this.#choice, plan.sandbox);
    if (hosts.length === 0) return undefined;
    const { Networks } = await import('./network/networks.js');
    this.#networks ??= new Networks(this.#environment);
    return await this.#networks.open({ hosts, credentials, directory: join(temporary, 'network'), onDenied });
  }

  /** `limited` is what is really started for the plan, inside. Throws when the gate cannot write its own files. */
  enclose(plan: ProgramPlan, limited: ProgramPlan, place: Place): Sandboxed | GateError {
    const found = this.#find();
    if (!found.ok) return unavailable(found.reason, found.remedy);
    const settings = combine(this.#choice, plan.sandbox);
    // Bubblewrap gives a program the path it starts as its name.
    const named = limited === plan ? nameByLink(plan.program, plan.name, place.names) : limited.program;
    const seen = this.#look(plan, settings, place);
    if (seen.problems.length > 0) return cannotProtect(seen.problems);
    const { mounts, writable, readable, missing } = seen;
    if (![...writable, ...readable, '/tmp'].some((path) => isWithin(plan.directory, path))) {
      return notThere(plan.directory);
    }
    const held = this.#missing.hold(missing);
    const { network } = place;
    const { outside, inside } = splitEnvironment(
      network?.variables(plan.environment) ?? withoutCredentials(plan.environment, settings.credentials),
    );
    const started = network?.start(named, limited.args) ?? { program: named, args: limited.args };
    const view = {
      mounts: [...mounts.filter(({ path }) => !missing.includes(path) || held.has(path)), ...(network?.mounts ?? [])],
      network: settings.network,
      directory: plan.directory,
      variables: inside,
    };
    return {
      plan: {
        ...limited,
        program: found.program,
        name: 'bwrap',
        args: bubblewrapArguments(view, started.program, started.args),
        directory: '/',
        environment: outside,
        ...(network && { secrets: [...limited.secrets, ...network.secrets] }),
        wrapper: 'bubblewrap',
      },
      release: () => this.#missing.release(held),
    };
  }

  #look(plan: ProgramPlan, settings: SandboxSettings, { workspace, temporary, names }: Place) {
    const { network } = settings;
    const isReadOnly = settings.workspace === 'read-only';
    const ofRun = plan.directory !== temporary && isWithin(plan.directory, temporary) ? [plan.directory] : [];
    const extra = settings.writable.flatMap(existing);
    const writable = [...(isReadOnly ? [] : [workspace]), ...extra, ...ofRun];
    const readable = [
      ...(isReadOnly ? [workspace] : []),
      ...settings.readable.flatMap(existing),
      ...programFiles(plan),
      ...(existsSync(names) ? [names] : []),
    ];
    const around = { workspace, writable, readable, allowed: extra };
    const { mounts, missing, problems } = protectPaths(this.#protection, around);
    const toMounts = (paths: readonly string[], kind: 'readable' | 'writable'): Mount[] =>
      paths.map((path) => ({ kind, path }));
    return {
      ...{ writable, readable, missing, problems },
      mounts: [
        ...systemView(network),
        makeEtc(join(temporary, 'etc')),
        ...emptyHome(plan, [...writable, ...readable]),
        // What lies in a place that can be written to is seen there already.
        ...toMounts(
          readable.filter((path) => !writable.some((root) => isWithin(path, root))),
          'readable',
        ),
        ...toMounts(writable, 'writable'),
        ...mounts,
      ],
    };
  }
}

/** A link is followed now: what is mounted must be what was meant. */
function existing(path: string): readonly string[] {
  try {
    return [realpathSync.native(path)];
  } catch {
    return [];
  }
}

/** The program and what reads it, where they do not belong to the system: nothing of what lies beside them. */
function programFiles({ program, name }: ProgramPlan): readonly string[] {
  const found = readInterpreter(program);
  const files = [program, ...(found.kind === 'script' ? existing(found.interpreter) : [])];
  const named = isAbsolute(name) && existsSync(name) ? [name] : [];
  return [...files, ...named].flatMap((file) => homeOfProgram(file) ?? []);
}

/** Programs look for their settings there, and would rather find none than no directory. */
function emptyHome({ environment: { HOME } }: ProgramPlan, seen: readonly string[]): readonly Mount[] {
  if (HOME === undefined || !HOME.startsWith('/') || HOME === '/') return [];
  return seen.some((path) => isWithin(HOME, path)) ? [] : [{ kind: 'private', path: join(HOME) }];
}

function unavailable(reason: string, remedy: string): GateError {
  return new GateError('UNAVAILABLE', `Programs run only in a sandbox here, and there is none: ${reason}`, {
    hint: `Tell the owner: ${remedy}`,
  });
}

function cannotProtect(problems: readonly Problem[]): GateError {
  const [first] = problems as readonly [Problem];
  return new GateError('UNAVAILABLE', `The sandbox cannot be made: ${first.message}`, {
    hint: `Tell the owner: ${first.hint}`,
    details: problems,
  });
}

function notThere(directory: string): GateError {
  return new GateError('UNAVAILABLE', `The working directory ${directory} is not in the sandbox.`, {
    hint: 'Work in the workspace; the owner can add the directory to "readable" or "writable" of "sandbox"',
  });
}
