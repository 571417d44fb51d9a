// Runs programs where only their scope exists: what that is, and what of the system makes it so.

import { existsSync, lstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { readInterpreter } from '../../machine/files/read-interpreter.js';
import { isInside } from '../../machine/paths/is-inside.js';
import { realPathOf } from '../../machine/paths/real-path.js';
import { GateError, type Problem } from '../../vocabulary/gate-error.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import type { SandboxChoice, SandboxSetup } from '../../vocabulary/sandbox.js';
import { findTier } from './find-tier.js';
import { credentialSettings } from './git-credentials.js';
import { gitDirectory } from './git-paths.js';
import { ChangedSettings } from './guard/changed-settings.js';
import { Guards } from './guard/guards.js';
import { isHeldByGate } from './guard/held-by-gate.js';
import { judgeNewRepository } from './guard/new-repository.js';
import { isUnprotected } from './guard/trap-names.js';
import type { FoundInWalk } from './guard/workspace-walk.js';
import type { Identity, Mount } from './mounts.js';
import { NamedPaths } from './named-paths.js';
import { withoutCredentials } from './network/credentials/without-credentials.js';
import type { OnDenied } from './network/denials.js';
import type { Networks, OpenNetwork } from './network/networks.js';
import { findOwnLinks } from './own-links.js';
import { OwnerIdentities, settingsOf } from './owner-identity.js';
import { ProgramDirectories } from './program-directories.js';
import { hiddenPaths, type ProtectedPaths, type Protection, protectPaths } from './protected-paths.js';
import { repositoriesIn } from './repositories.js';
import { combine, type SandboxSettings } from './sandbox-settings.js';
import { secretsGiven } from './session-network/secrets-given.js';
import type { HeldNetwork, JoinedNetwork, NetworkOwner, SessionNetworks } from './session-network/session-networks.js';
import { homeOfProgram } from './system-view.js';
import type { Place, Sandboxed, Scope, Tier } from './tier.js';

/** Of the gate itself. */
export interface GateSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where the owner lets programs be found. */
  readonly searchPath: readonly string[];
}

export interface WayOut {
  /** Hosts that a person let it reach, beside those that are configured. */
  readonly granted: readonly string[];
  /** Whether it has a proxy even where it may reach nothing: what it asks for is refused by name, and told. */
  readonly observes: boolean;
}

export class Sandbox {
  readonly #choice: SandboxChoice;
  #protection: Protection;
  readonly #find: typeof findTier;
  readonly #named = new NamedPaths();
  readonly #environment: GateSurroundings['environment'];
  readonly #programs: ProgramDirectories;
  readonly #guards: Guards;
  readonly #identities: OwnerIdentities;
  /** Loaded with the first run in the background. */
  #shared: SessionNetworks | undefined;
  #networks: Networks | undefined;

  constructor(
    choice: SandboxSetup,
    protection: Protection,
    find: typeof findTier = findTier,
    { environment, searchPath }: GateSurroundings = { environment: {}, searchPath: [] },
  ) {
    this.#environment = environment;
    this.#identities = new OwnerIdentities(environment);
    this.#programs = new ProgramDirectories(searchPath, environment.HOME);
    this.#choice = choice;
    this.#named.remember(Object.values(choice.commands ?? {}).flatMap(({ writable = [] }) => writable));
    this.#protection = protection;
    this.#find = find;
    this.#guards = new Guards(
      protection.quarantine ?? join(tmpdir(), `cmdgate-quarantine-${process.getuid?.() ?? ''}`),
    );
  }

  /** For programs that start from now on. */
  protect(protection: Protection): void {
    this.#protection = protection;
  }

  /** Whether the system will keep it inside, or why it may not run. */
  judge({ sandbox }: ProgramPlan): 'inside' | 'outside' | GateError {
    const settings = combine(this.#choice, sandbox);
    const { mode } = settings;
    if (mode === 'off') return 'outside';
    const found = this.#find(settings);
    if (found.ok) return 'inside';
    return mode === 'required' ? unavailable(found.reason, found.remedy) : 'outside';
  }

  /** Where programs can work beside the workspace, without anybody else: in places that only their sandbox has. */
  ownPlaces(): readonly string[] {
    const settings = combine(this.#choice, undefined);
    const found = settings.mode === 'off' ? undefined : this.#find(settings);
    return found?.ok ? found.tier.ownPlaces : [];
  }

  /** Why nothing will hold it although the owner did not ask for that, and what helps. */
  missing({ sandbox }: ProgramPlan): { readonly reason: string; readonly remedy: string } | undefined {
    const settings = combine(this.#choice, sandbox);
    const found = settings.mode === 'auto' ? this.#find(settings) : undefined;
    return found && !found.ok ? { reason: found.reason, remedy: found.remedy } : undefined;
  }

  /** Everything that is said about it. */
  settingsOf({ sandbox }: ProgramPlan): SandboxSettings {
    return combine(this.#choice, sandbox);
  }

  /** Whether a way out can be opened for some hosts: without a network of its own, a program has none. */
  canReachHosts({ sandbox }: ProgramPlan): boolean {
    const found = this.#find(combine(this.#choice, sandbox));
    return found.ok && found.tier.name === 'bubblewrap';
  }

  /** For a run in the background: later ones reach its servers. Or why they do not; undefined where nobody keeps them from it. */
  async holdNetwork(plan: ProgramPlan, owner: NetworkOwner): Promise<HeldNetwork | string | undefined> {
    const settings = combine(this.#choice, plan.sandbox);
    const found = this.#find(settings);
    if (settings.network || settings.mode === 'off' || !found.ok) return undefined;
    const reason = whyAlone(settings);
    if (reason !== undefined) return reason;
    const { tier } = found;
    if (!tier.openNetwork) return 'without bubblewrap, programs in the sandbox have no network to listen on';
    const { SessionNetworks } = await import('./session-network/session-networks.js');
    this.#shared ??= new SessionNetworks();
    return await this.#shared.hold({ ...owner, secrets: secretsGiven(plan) }, settings.publish, () =>
      (tier as Required<Tier>).openNetwork(),
    );
  }

  /** The network that other runs of the session are in. */
  async joinNetwork(plan: ProgramPlan, owner: NetworkOwner): Promise<JoinedNetwork | undefined> {
    if (!this.#shared || this.#shared.isEmpty) return undefined;
    const settings = combine(this.#choice, plan.sandbox);
    if (settings.network || whyAlone(settings) !== undefined || !this.canReachHosts(plan)) return undefined;
    return await this.#shared.join({ ...owner, secrets: secretsGiven(plan) });
  }

  /** Opens a way out for a program that may reach some hosts, or whose attempts are to be seen. Rejects when the gate cannot write its own files. */
  async connect(
    plan: ProgramPlan,
    temporary: string,
    { granted, observes }: WayOut,
    onDenied: OnDenied,
    joined?: JoinedNetwork,
  ): Promise<OpenNetwork | GateError | undefined> {
    const { network, hosts: listed, credentials } = combine(this.#choice, plan.sandbox);
    if (network || (listed.length + granted.length === 0 && !observes) || !this.canReachHosts(plan)) return undefined;
    const hosts = [...listed, ...granted];
    const given = listed.length === 0 ? {} : credentials;
    const { Networks } = await import('./network/networks.js');
    this.#networks ??= new Networks(this.#environment);
    return await this.#networks.open({
      hosts,
      credentials: given,
      directory: join(temporary, 'network'),
      onDenied,
      door: joined?.door,
    });
  }

  /** `limited` is what is really started for the plan, inside. Throws when the gate cannot write its own files. */
  enclose(plan: ProgramPlan, limited: ProgramPlan, place: Place): Sandboxed | GateError {
    const settings = combine(this.#choice, plan.sandbox);
    const found = this.#find(settings);
    if (!found.ok) return unavailable(found.reason, found.remedy);
    const end = this.#guards.begin();
    const enclosed = this.#encloseBy(found.tier, plan, limited, settings, place);
    if (enclosed instanceof GateError) {
      end();
      return enclosed;
    }
    return {
      plan: enclosed.plan,
      release: () => {
        enclosed.release();
        end();
      },
    };
  }

  #encloseBy(
    tier: Tier,
    plan: ProgramPlan,
    limited: ProgramPlan,
    settings: SandboxSettings,
    place: Place,
  ): Sandboxed | GateError {
    const { scope, problems, look } = this.#look(plan, settings, place, tier.ownPlaces);
    if (problems.length > 0) return cannotProtect(problems);
    const isThere = [...scope.writable, ...scope.readable, ...tier.ownPlaces].some((path) =>
      isInside(plan.directory, path),
    );
    if (!isThere) return notThere(plan.directory);
    const masked = mask(plan, settings, place);
    const started = limited === plan ? masked : mask(limited, settings, place);
    const identity = settingsOf(this.#identities.of(place.workspace));
    const gitSettings = identity + (place.network ? credentialSettings(settings.credentials) : '');
    const sandboxed = tier.enclose(masked, started, scope, { ...place, gitSettings });
    if (sandboxed instanceof GateError || scope.writable.every((root) => !isInside(root, place.workspace))) {
      return sandboxed;
    }
    const end = settings.workspace === 'read-only' ? ignore : this.#named.begin(scope.kept);
    const { guard, close } = this.#guards.open(this.#guarded(scope, look, settings, place), place.onFinding ?? ignore);
    return {
      plan: { ...sandboxed.plan, guard },
      release: () => {
        sandboxed.release();
        close();
        end();
      },
    };
  }

  /** What the program must leave alone, and how that is seen. */
  #guarded(
    scope: Scope,
    { found, allowed, paths, mayMakeRepository, changes }: Look,
    { unprotected }: SandboxSettings,
    { workspace }: Place,
  ) {
    const roots = scope.writable.filter((root) => isInside(root, workspace));
    const mayWrite = (path: string) =>
      isUnprotected(basename(path), basename(dirname(path)), unprotected) ||
      allowed.some((one) => one !== workspace && isInside(path, one));
    const mounted = new Map<string, Identity>();
    for (const mount of scope.kept) if ('identity' in mount && mount.identity) mounted.set(mount.path, mount.identity);
    return {
      root: workspace,
      absent: paths.absent,
      absentOfGates: paths.absentOfGates,
      mounted,
      traps: found.traps,
      links: paths.links,
      findTraps: () => this.#guards.look(roots).traps,
      mayAppear: (path: string) =>
        paths.absentOfGates.includes(path) ? isHeldByGate(path) : !paths.absent.includes(path) && mayWrite(path),
      conclude: () => [
        ...judgeNewRepository(workspace, mayMakeRepository, (path) => allowed.includes(path), this.#guards.quarantine),
        ...changes.putBack(workspace, this.#guards.quarantine),
      ],
    };
  }

  #look(
    plan: ProgramPlan,
    settings: SandboxSettings,
    { workspace, names, ofRun, repository, maySet }: Place,
    ownPlaces: readonly string[],
  ) {
    const { network } = settings;
    const isReadOnly = settings.workspace === 'read-only';
    const namedSockets = typeof settings.sockets === 'boolean' ? [] : settings.sockets;
    const reals = realPaths([...settings.writable, ...settings.readable, ...namedSockets]);
    const given = settings.writable.flatMap((path) => reals.get(path) ?? []);
    this.#named.remember(given);
    // What is in the workspace is there already. Mounted by its name, another program could put a link there meanwhile.
    const alsoReadable = [...settings.readable, ...namedSockets]
      .flatMap((path) => reals.get(path) ?? [])
      .filter((path) => !isInside(path, workspace));
    const extra = given.filter((path) => isReadOnly || !isInside(path, workspace));
    const replaceable = isReadOnly
      ? this.#named.findReplaceable(given.filter((path) => isInside(path, workspace)))
      : [];
    // What the owner lets programs write may be missing yet, and then they may make it.
    const allowed = [...given, ...settings.writable];
    // What the line makes in a place of its own is there by itself. What this machine has there is somebody else's.
    const isMade = (file: string) =>
      !isInside(file, workspace) && !isInside(file, names) && ownPlaces.some((own) => isInside(file, own));
    const parts = plan.line?.parts.filter(({ program }) => isAbsolute(program) && !isMade(program)) ?? [];
    const started = [plan, ...parts];
    const writable = [...(isReadOnly ? [] : [workspace]), ...extra, ...(ofRun === undefined ? [] : [ofRun])];
    const readable = [
      ...(isReadOnly ? [workspace] : []),
      ...alsoReadable,
      ...started.flatMap((one) => this.#programs.for(one)).filter((path) => !isInside(path, workspace)),
      ...started.flatMap((one) => programFiles(one, [workspace, ...writable])),
      ...(existsSync(names) ? [names] : []),
    ];
    const around = { workspace, writable, readable, allowed, repository };
    const { readOnly } = this.#protection;
    const reallyHidden = this.#protection.hidden.map((path) => existing(path)[0] ?? path);
    const roots = writable.filter((root) => isInside(root, workspace));
    const found = this.#guards.tidy(workspace, this.#guards.look(roots));
    const traps = [...found.traps].filter(
      (path) => !isUnprotected(basename(path), basename(dirname(path)), settings.unprotected),
    );
    const repositories = repositoriesIn(workspace);
    const trapped = [...traps, ...targetsOf(traps, workspace)];
    const paths = protectPaths({ readOnly, hidden: reallyHidden }, around, trapped, repositories);
    const { mounts, problems } = paths;
    const links = findOwnLinks(reals, workspace);
    const tooMany = mounts.length > mostMounts ? [tooManyMounts(mounts.length)] : [];
    const unsafe = [...links, ...replaceable.map(isReplaceable), ...problems, ...tooMany];
    const hidden = hiddenPaths({ hidden: reallyHidden }, workspace);
    const kept = [
      ...(isReadOnly ? [] : this.#named.pin(workspace)),
      ...mounts,
      ...maskSockets(found.sockets, settings.sockets, reals),
    ];
    const git = gitDirectory(workspace);
    const mayMake = allowed.includes(git) || (repository ?? 'read') !== 'read';
    const mayMakeRepository = !isReadOnly && mayMake && !existsSync(git);
    const isByGit = !isReadOnly && !mayMakeRepository && repository === 'git';
    // What the owner names is any program's to write.
    const written = repositories.flatMap((one) => one.settings).filter((path) => !allowed.includes(path));
    const changes = new ChangedSettings(isByGit ? written : [], maySet ?? (() => false));
    const scope = { writable, readable, kept, hidden, network, sockets: settings.sockets !== false };
    return { scope, problems: unsafe, look: { found, allowed, paths, mayMakeRepository, changes } };
  }
}

/** What was found out for one program. */
interface Look {
  readonly found: FoundInWalk;
  /** What the owner lets programs write although it would be protected. */
  readonly allowed: readonly string[];
  readonly paths: ProtectedPaths;
  /** There is no repository, and the program may make one. */
  readonly mayMakeRepository: boolean;
  /** Of the settings of repositories, where git itself may write them. */
  readonly changes: ChangedSettings;
}

/** What the owner lets one program use of another stays with that program. */
function whyAlone({ sockets }: SandboxSettings): string | undefined {
  if (typeof sockets === 'boolean' || sockets.length === 0) return undefined;
  return 'it may use Unix sockets of other programs, and such a run keeps a network of its own';
}

const ignore = () => undefined;

/** Each takes the kernel time, and bubblewrap ever more of it. */
const mostMounts = 500;

/** Where a link of that kind leads to within the workspace: what it says is there. */
function targetsOf(traps: readonly string[], workspace: string): readonly string[] {
  return traps
    .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    .flatMap(existing)
    .filter((path) => path !== workspace && isInside(path, workspace));
}

/** Where Unix sockets are open to a program, those in the workspace that the owner does not name are covered. */
function maskSockets(
  sockets: readonly string[],
  choice: SandboxSettings['sockets'],
  reals: ReadonlyMap<string, string>,
): readonly Mount[] {
  if (typeof choice === 'boolean') return [];
  const named = new Set(choice.flatMap((path) => [path, reals.get(path) ?? path]));
  return sockets
    .filter((path) => !named.has(path))
    .map((path) => ({ kind: 'protected', path, source: '/dev/null' }) as const);
}

/** Without the secrets that the owner keeps from programs. */
function mask(plan: ProgramPlan, { credentials, hosts }: SandboxSettings, { network }: Place): ProgramPlan {
  // A yes to a host was none to sending it a secret: secrets are for hosts that the owner lists.
  const bare = hosts.length === 0 ? withoutCredentials(plan.environment, credentials) : plan.environment;
  if (!network) return { ...plan, environment: withoutCredentials(plan.environment, credentials) };
  return {
    ...plan,
    environment: network.variables(bare),
    secrets: [...plan.secrets, ...network.secrets],
  };
}

/** Where each leads, of those that are there. */
function realPaths(paths: readonly string[]): ReadonlyMap<string, string> {
  return new Map(paths.flatMap((path) => existing(path).map((real) => [path, real] as const)));
}

/** A link is followed now: what is mounted must be what was meant. */
function existing(path: string): readonly string[] {
  return [realPathOf(path) ?? []].flat();
}

/**
 * The program and what reads it, where they do not belong to the system: nothing of what lies beside them. A script in a
 * place that programs write to names whatever they like: what reads it has to be let in otherwise.
 */
function programFiles({ program, name }: ProgramPlan, seen: readonly string[]): readonly string[] {
  const isSeen = (file: string) => seen.some((place) => isInside(file, place));
  const found = isSeen(program) ? undefined : readInterpreter(program);
  const files = [program, ...(found?.kind === 'script' ? existing(found.interpreter) : [])];
  const named = isAbsolute(name) && existsSync(name) ? [name] : [];
  return [...files, ...named].filter((file) => !isSeen(file)).flatMap((file) => homeOfProgram(file) ?? []);
}

function unavailable(reason: string, remedy: string): GateError {
  return new GateError('UNAVAILABLE', `Programs only run in a sandbox here, but none is available: ${reason}`, {
    hint: `Tell the owner: ${remedy}`,
  });
}

function cannotProtect(problems: readonly Problem[]): GateError {
  const [first] = problems as readonly [Problem];
  return new GateError('UNAVAILABLE', `The sandbox cannot be set up: ${first.message}`, {
    hint: `Tell the owner: ${first.hint}`,
    details: problems,
  });
}

function isReplaceable(path: string): Problem {
  return {
    code: 'UNAVAILABLE',
    message: `${path} is opened by "sandbox", and a running program could put a link there.`,
    hint: `Wait until the programs that run in the workspace have ended`,
  };
}

function tooManyMounts(number: number): Problem {
  return {
    code: 'UNAVAILABLE',
    message: `${number} files and directories of the workspace need protection; the limit is ${mostMounts}.`,
    hint: `Name what agents may write in "unprotected" of "sandbox", for example ".npmrc"`,
  };
}

function notThere(directory: string): GateError {
  return new GateError('UNAVAILABLE', `The working directory ${directory} is not in the sandbox.`, {
    hint: 'Work in the workspace; the owner can add the directory to "readable" or "writable" of "sandbox"',
  });
}
