import type { CommandDefinition } from './definition.js';
import type { Inferred, TypedDefinition } from './typed-definition.js';

/**
 * Gives a command definition its types: the arguments of its handler, and of all handlers in its `subcommands`, are
 * inferred from `arguments` and `args`.
 */
export function defineCommand<const D>(definition: Inferred<D, TypedDefinition<D>>): CommandDefinition {
  return definition as CommandDefinition;
}
