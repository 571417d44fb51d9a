import { longNames } from '../../command-line/grammar.js';
import type { Registry } from '../../registry/registry.js';
import type { Parameter } from '../../vocabulary/command.js';
import type { Outcome } from '../../vocabulary/outcome.js';

/** The refusals that come when the arguments are known, so that the gate has taken their secrets out. */
const afterReading: ReadonlySet<string> = new Set(['PARSE_ERROR', 'VALIDATION_ERROR', 'PATH_TRAVERSAL_BLOCKED']);

/**
 * Whether the shown command could still hold a secret: a request that was refused before its arguments were
 * read, because of a mistyped name for instance, hides which of its words are secret.
 */
export function mayHoldSecret(outcome: Outcome, registry: Registry): boolean {
  if (outcome.status === 'completed' || outcome.error.phase !== 'validation') return false;
  if (afterReading.has(outcome.error.code)) return false;
  const words = outcome.run.command.split(/\s+/);
  return registry.commands.some(({ parameters, builtIn, path }) => {
    // Every gate has `runs write`; not every mistyped line is meant for it.
    const isMeant = !builtIn || words.includes(path.at(-1) ?? '');
    const isHeld = (parameter: Parameter) => parameter.secret && (parameter.positional || isGiven(parameter, words));
    return isMeant && parameters.some(isHeld);
  });
}

function isGiven(parameter: Parameter, words: readonly string[]): boolean {
  const names = longNames(parameter).map((name) => `--${name}`);
  if (parameter.short !== undefined) names.push(`-${parameter.short}`);
  return words.some((word) => names.some((name) => word.startsWith(name)));
}
