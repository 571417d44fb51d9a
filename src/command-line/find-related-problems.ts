// Arguments that ask for others, and arguments that exclude each other.
import type { Parameter } from '../vocabulary/command.js';
import type { Problem } from '../vocabulary/gate-error.js';
import type { Grammar } from './grammar.js';

/** Everything that is missing beside what was given, and all pairs that must not be given together. */
export function findRelatedProblems(
  { parameters, inputKeys, related }: Grammar,
  isGiven: (index: number) => boolean,
): readonly Problem[] {
  const problems: Problem[] = [];
  const missing = new Set<number>();
  const named = (key: string) => inputKeys.get(key) as number;
  for (const index of related) {
    if (!isGiven(index)) continue;
    const { label, requires = [], excludes = [] } = parameters[index] as Parameter;
    for (const partner of requires.map(named)) {
      const other = parameters[partner] as Parameter;
      if (isGiven(partner) || hasDefault(other) || other.required || missing.has(partner)) continue;
      missing.add(partner);
      problems.push(missingBeside(label, other));
    }
    for (const partner of excludes.map(named)) {
      // Each pair once, told with the later one.
      if (partner < index && isGiven(partner)) problems.push(conflict(label, (parameters[partner] as Parameter).label));
    }
  }
  return problems;
}

/** That a flag is off by default does not mean that it is given. */
function hasDefault({ default: value, type }: Parameter): boolean {
  return value !== undefined && !(type === 'flag' && value === false);
}

function missingBeside(label: string, { label: other, positional, type }: Parameter): Problem {
  const how = positional ? `<${other}>` : type === 'flag' ? other : `${other} <${type}>`;
  const message = `The ${other} argument is required with ${label}`;
  return { code: 'MISSING_ARGUMENT', field: other, message, hint: `Add ${how}, or remove ${label}` };
}

function conflict(label: string, other: string): Problem {
  const message = `The ${label} argument cannot be combined with ${other}`;
  return { code: 'CONFLICTING_ARGUMENTS', field: label, message, hint: `Use ${other} or ${label}, not both` };
}
