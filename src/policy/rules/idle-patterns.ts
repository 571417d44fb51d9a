import { covers, readPattern } from '../command-pattern.js';
import type { Policy } from './policy.js';

export interface IdlePattern {
  readonly rule: string;
  readonly pattern: string;
}

/** Commands that the policy lets use a shell, and that do not exist: most likely they are called otherwise. */
export function findIdleShell(
  { shell }: Policy,
  commands: readonly { readonly path: readonly string[] }[],
): readonly string[] {
  const names = new Set(commands.map(({ path }) => path.join(' ')));
  return shell.filter((name) => !names.has(name));
}

/**
 * The command patterns of deny and ask rules that mean no command that exists, for example because they name an alias: a
 * rule that holds nothing back protects nothing.
 */
export function findIdlePatterns(
  { rules }: Policy,
  commands: readonly { readonly path: readonly string[] }[],
): IdlePattern[] {
  return rules
    .filter(({ decision }) => decision !== 'allow')
    .flatMap(({ id, conditions }) => (conditions.command ?? []).map((pattern) => ({ rule: id, pattern })))
    .filter(({ pattern }) => {
      const read = readPattern(pattern);
      return typeof read === 'string' || !commands.some(({ path }) => covers(read, path));
    });
}
