// What a rule matches, in plain words on one line.

import { quoteWords } from '../../command-line/quote.js';
import { orList } from './condition.js';
import { type Conditions, type Finding, type Rule, shellCommand } from './rule.js';

const verbs = { allow: 'Allows', ask: 'Asks about', deny: 'Denies' } as const;

/** After "it". */
const phrases: Readonly<Record<Finding, string>> = {
  reads: 'reads files',
  changes: 'creates or changes files',
  destroys: 'deletes or replaces data that cannot be recovered',
  network: 'talks to other machines',
  'runs-code': 'runs code that the gate cannot see into',
  'inline-code': 'evaluates code in its arguments',
  privilege: 'runs with other rights',
  system: 'changes or stops something that is not part of the workspace',
  repository: 'changes the git repository itself',
  outside: 'reaches outside the workspace',
  hooks: 'would run hooks',
  'unknown-program': 'runs an unknown program',
  'unknown-option': 'has an unknown argument',
  unreadable: 'has an argument that cannot be parsed',
};

export function describeRule({ decision, conditions, unless }: Rule): string {
  const exception = unless === undefined ? '' : `, but not ${describe(unless)}`;
  return `${verbs[decision]} ${describe(conditions)}${exception}.`;
}

function describe(conditions: Conditions): string {
  const { has, effects, onlyEffects, noEffects, understood, directory } = conditions;
  const { danger, callers, doors, when, network } = conditions;
  const parts = [
    subjectOf(conditions),
    conditions.arguments && `with the arguments ${orList(conditions.arguments.map(describeArguments))}`,
    has && `with an argument like ${orList(has)}`,
    directory && `started in ${orList(directory)}`,
    danger && `declared as ${orList(danger)}`,
    callers && `asked for by ${orList(callers)}`,
    doors && `through the interface ${orList(doors)}`,
    when && (when === 'sandboxed' ? 'inside the sandbox' : 'outside a sandbox'),
    network && `where the network is ${orList(network)}`,
    understood !== undefined && `where it is ${understood ? '' : 'not '}understood`,
    effects && `where it ${orList(effects.map((effect) => phrases[effect]))}`,
    onlyEffects && `where it is understood and only ${orList(onlyEffects.map((effect) => phrases[effect]))}`,
    noEffects && `unless it ${orList(noEffects.map((effect) => phrases[effect]))}`,
  ];
  return parts.filter((part) => typeof part === 'string').join(', ');
}

function subjectOf({ command, program, exactly }: Conditions): string {
  const isShell = command?.every((pattern) => pattern === shellCommand) === true;
  const through = command === undefined || isShell ? '' : ` of the command ${orList(command)}`;
  if (exactly) {
    const call = quoteWords([exactly.name, ...exactly.arguments]);
    return `exactly ${call}${through}, with the program ${exactly.program}, started in ${exactly.directory}`;
  }
  if (program) return `the program ${orList(program)}${through}`;
  if (isShell) return 'any program run by shell';
  return command === undefined ? 'anything' : `the command ${orList(command)}`;
}

function describeArguments(patterns: readonly string[]): string {
  return patterns.length === 0 ? 'none' : `"${patterns.join(' ')}"`;
}
