import { dirname, resolve } from 'node:path';
import { readProgramPattern } from '../policy/program-pattern.js';
import type { SandboxChoice, SandboxMode, SandboxSetup } from '../vocabulary/sandbox.js';
import type { Report } from './check-configuration.js';
import type { ConfigurationFile } from './configuration-shape.js';

/** What a file says about all programs. */
export type WrittenSandbox = NonNullable<ConfigurationFile['sandbox']>;

type Written = string | Omit<Exclude<WrittenSandbox, string>, 'commands'>;

/** What an entry of handles or manuals says about its own programs, and what that means. */
export interface OwnPrograms {
  readonly sandbox?: Written;
  readonly paths?: string;
}

/** What is said about all programs, and about those of some commands. */
export function resolveSandboxSetup(written: WrittenSandbox, file: string, report: Report): SandboxSetup {
  const { commands = {} } = typeof written === 'string' ? {} : written;
  const sound = Object.entries(commands).filter(([pattern]) => {
    const read = readProgramPattern(pattern);
    if (typeof read !== 'string') return true;
    const fix = 'For example: "deploy", "gmail *", or "shell npm" for one program of shell.';
    report(['sandbox', 'commands', pattern], { part: 'key', message: `${read}.`, fix });
    return false;
  });
  return {
    ...resolveSandbox(written, file),
    ...(sound.length > 0 && {
      commands: Object.fromEntries(sound.map(([pattern, choice]) => [pattern, resolveSandbox(choice, file)])),
    }),
  };
}

export function resolveSandbox(written: Written, file: string): SandboxChoice {
  const { mode, network, readable, writable, workspace } = typeof written === 'string' ? { mode: written } : written;
  const absolute = (paths: readonly string[]) => paths.map((path) => resolve(dirname(file), path));
  return {
    ...(mode !== undefined && { mode: mode as SandboxMode }),
    ...(network !== undefined && { network }),
    ...(readable && { readable: absolute(readable) }),
    ...(writable && { writable: absolute(writable) }),
    ...(workspace !== undefined && { workspace: workspace === 'read-only' ? workspace : 'writable' }),
  };
}

/** Who may work anywhere cannot do so in a sandbox; what must be in one is there all the same. */
export function resolveOwnSandbox(
  { sandbox, paths }: OwnPrograms,
  ofAll: SandboxChoice,
  file: string,
): SandboxChoice | undefined {
  if (sandbox !== undefined) return resolveSandbox(sandbox, file);
  return paths === 'any' && ofAll.mode !== 'required' ? { mode: 'off' } : undefined;
}
