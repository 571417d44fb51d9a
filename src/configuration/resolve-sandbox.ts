import { dirname, join, resolve } from 'node:path';
import type { KeyPath } from '../documents/document.js';
import { readProgramPattern } from '../policy/program-pattern.js';
import type { SandboxChoice, SandboxMode, SandboxSetup } from '../vocabulary/sandbox.js';
import type { ConfigurationFile } from './configuration-shape.js';
import { resolveCredentials, resolveNetwork } from './resolve-network.js';
import type { Surroundings } from './surroundings.js';

/** What a file says about all programs. */
export type WrittenSandbox = NonNullable<ConfigurationFile['sandbox']>;

type Written = string | Omit<Exclude<WrittenSandbox, string>, 'commands'>;

/** What an entry of handles or manuals says about its own programs, and what that means. */
export interface OwnPrograms {
  readonly sandbox?: Written;
  readonly paths?: string;
}

/** What is said about all programs, and about those of some commands. */
export function resolveSandboxSetup(written: WrittenSandbox, surroundings: Surroundings): SandboxSetup {
  const place = ['sandbox'];
  const ofAll = resolveSandbox(written, place, surroundings);
  const { commands = {} } = typeof written === 'string' ? {} : written;
  const sound = Object.entries(commands).filter(([pattern]) => isPattern(pattern, surroundings));
  if (sound.length === 0) return ofAll;
  const chosen = sound.map(
    ([pattern, choice]) =>
      [pattern, resolveSandbox(choice, [...place, 'commands', pattern], surroundings, ofAll)] as const,
  );
  return { ...ofAll, commands: Object.fromEntries(chosen) };
}

function isPattern(pattern: string, { report }: Surroundings): boolean {
  const read = readProgramPattern(pattern);
  if (typeof read !== 'string') return true;
  const fix = 'For example: "deploy", "gmail *", or "shell npm" for one program of shell.';
  report(['sandbox', 'commands', pattern], { part: 'key', message: `${read}.`, fix });
  return false;
}

export function resolveSandbox(
  written: Written,
  place: KeyPath,
  surroundings: Surroundings,
  ofAll: SandboxChoice = {},
): SandboxChoice {
  const { mode, network, credentials, readable, writable, unprotected, sockets, workspace, publish } =
    typeof written === 'string' ? ({ mode: written } as Exclude<Written, string>) : written;
  const reached = network === undefined ? undefined : resolveNetwork(network, [...place, 'network'], surroundings);
  const absolute = (key: string, paths: readonly string[]) =>
    paths.map((path, index) => resolvePath(path, [...place, key, index], surroundings));
  return {
    ...(mode !== undefined && { mode: mode as SandboxMode }),
    ...(reached !== undefined && { network: reached }),
    ...(credentials && {
      credentials: resolveCredentials(
        credentials,
        reached ?? ofAll.network ?? false,
        [...place, 'credentials'],
        surroundings,
      ),
    }),
    ...(readable && { readable: absolute('readable', readable) }),
    ...(writable && { writable: absolute('writable', writable) }),
    ...(unprotected && { unprotected }),
    ...(sockets !== undefined && { sockets: typeof sockets === 'boolean' ? sockets : absolute('sockets', sockets) }),
    ...(workspace !== undefined && { workspace: workspace === 'read-only' ? workspace : 'writable' }),
    ...(publish && { publish }),
  };
}

function resolvePath(path: string, place: KeyPath, { file, environment, report }: Surroundings): string {
  const absolute = resolve(dirname(file), path);
  if (/^~(?:\/|$)/.test(path)) {
    const meant = join(environment.HOME ?? '/home/you', path.slice(1));
    report(place, { message: '~ is not expanded here.', fix: `Write "${meant}".` });
  } else if (absolute === '/') {
    const fix = 'Name the directories that programs need; "mode": "off" runs them outside.';
    report(place, { message: 'Means everything, which leaves no sandbox.', fix });
  }
  return absolute;
}

/** Who may work anywhere cannot do so in a sandbox; what must be in one is there all the same. */
export function resolveOwnSandbox(
  { sandbox, paths }: OwnPrograms,
  ofAll: SandboxChoice,
  place: KeyPath,
  surroundings: Surroundings,
): SandboxChoice | undefined {
  if (sandbox !== undefined) return resolveSandbox(sandbox, [...place, 'sandbox'], surroundings, ofAll);
  return paths === 'any' && ofAll.mode !== 'required' ? { mode: 'off' } : undefined;
}
