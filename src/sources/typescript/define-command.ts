import type { CommandDefinition, TypedDefinition } from './definition.js';

/**
 * Gives a command definition its types: the handlers' arguments, here and one level of subcommands down, are
 * inferred from `arguments` and `args`. Deeper subcommands get theirs from a `defineCommand` of their own.
 */
export function defineCommand<const A = readonly [], const S = Record<never, never>>(
  definition: Omit<TypedDefinition<A>, 'subcommands'> & {
    readonly subcommands?: { readonly [K in keyof S]: TypedDefinition<S[K]> };
  },
): CommandDefinition {
  return definition as CommandDefinition;
}
