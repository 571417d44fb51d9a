import type { Problem } from '../../../vocabulary/gate-error.js';
import type { Variable } from '../tool.js';

export interface RevealedVariables {
  readonly values: ReadonlyMap<string, string>;
  readonly secrets: readonly string[];
  /** Those that are not secret. */
  readonly plain: readonly string[];
  /** Those that could not be read, by name alone: the reason could hold a value. */
  readonly problems: readonly Problem[];
}

export function revealVariables(variables: ReadonlyMap<string, Variable>): RevealedVariables {
  const values = new Map<string, string>();
  const secrets: string[] = [];
  const plain: string[] = [];
  const problems: Problem[] = [];
  for (const [name, variable] of variables) {
    try {
      const value = variable.reveal();
      values.set(name, value);
      if (variable.isPlain) plain.push(value);
      else secrets.push(value);
    } catch {
      problems.push({
        code: 'UNAVAILABLE',
        field: `variables.${name}`,
        message: `The variable ${name} that this tool needs can no longer be read.`,
        hint: `Ask the owner to define ${name} under "utcp" in the configuration and to make it readable`,
      });
    }
  }
  return { values, secrets, plain, problems };
}
