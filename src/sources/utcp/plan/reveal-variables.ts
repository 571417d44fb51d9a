import type { Problem } from '../../../vocabulary/gate-error.js';
import type { Variable } from '../tool.js';

export interface RevealedVariables {
  readonly values: ReadonlyMap<string, string>;
  /** Those that could not be read, by name alone: the reason could hold a value. */
  readonly problems: readonly Problem[];
}

export function revealVariables(variables: ReadonlyMap<string, Variable>): RevealedVariables {
  const values = new Map<string, string>();
  const problems: Problem[] = [];
  for (const [name, variable] of variables) {
    try {
      values.set(name, variable.reveal());
    } catch {
      problems.push({
        code: 'UNAVAILABLE',
        field: `variables.${name}`,
        message: `The variable ${name} that this tool needs can no longer be read.`,
        hint: `Ask the owner to define ${name} under "utcp" in the configuration and to make it readable`,
      });
    }
  }
  return { values, problems };
}
