// The one description of a policy file. The check and the schema for editors both come from it.

import { quoteForReport } from '../../documents/quote-for-report.js';
import {
  choice,
  described,
  either,
  line,
  list,
  object,
  oneOrMore,
  type Shape,
  type TextShape,
  text as textShape,
  trueOrFalse,
} from '../../shape/shape.js';
import { dangerLevels } from '../../vocabulary/command.js';
import { decisions } from '../../vocabulary/decision.js';
import { doors } from '../../vocabulary/request.js';
import { networkReaches } from '../../vocabulary/sandbox.js';
import { readPattern } from '../command-pattern.js';
import { type Effect, effects } from '../understanding/program.js';
import { type Conditions, type ExactCall, findings, sandboxStates } from './rule.js';

/** A text that can be seen, on one line, unless told. */
const text = (more: Omit<TextShape, 'type'>) => textShape({ pattern: line, maxLength: 1_000, ...more });

const commandPattern = text({
  what: 'a command pattern: words separated by single spaces, with an optional final *',
  example: 'gmail *',
  refuse: (value) => {
    const read = readPattern(value);
    return typeof read === 'string' ? `${read}.` : undefined;
  },
});

/** What is let to use a shell is named, one by one: a pattern would let in what is added tomorrow. */
const exactCommand = text({
  what: 'the words of one command, without patterns',
  example: 'tools deploy',
  refuse: (value) => {
    const read = readPattern(value);
    if (typeof read !== 'string' && !read.below) return undefined;
    return `Must be the words of one command, separated by single spaces and without "*", not ${quoteForReport(value)}.`;
  },
});

const programPattern = text({
  what: 'the name or path of a program',
  example: 'npm',
  maxLength: 4_096,
  refuse: (value) => {
    const isName = !value.includes('/') && !value.startsWith('~');
    if (isName || (/^(?:\/|\.\/)/.test(value) && !hasParent(value))) return undefined;
    return `Must be a plain name, an absolute path or a path that starts with "./", not ${quoteForReport(value)}.`;
  },
});

const directoryPattern = text({
  what: 'a directory inside the workspace',
  example: 'packages/*',
  maxLength: 4_096,
  refuse: (value) =>
    /^[/~]|^\.\/|.\/$|\/\//.test(value) || hasParent(value)
      ? `Must be relative to the workspace, such as "." or "packages/*", not ${quoteForReport(value)}.`
      : undefined,
});

function hasParent(path: string): boolean {
  return path.split('/').includes('..');
}

/** An argument can be anything, also nothing and several lines. */
const argument = text({ what: 'an argument', example: 'test', pattern: '^[^\\u0000]*$', maxLength: 10_000 });

const argumentPattern = { ...argument, what: 'a pattern for one argument' };

const argumentPatterns = list(argumentPattern, {
  minItems: 0,
  maxItems: 1_000,
  what: 'a list of patterns, one for each argument',
  example: ['test', '**'],
  refuse: (patterns) => {
    const early = patterns.indexOf('**');
    if (early === -1 || early === patterns.length - 1) return undefined;
    return {
      index: early,
      message: '"**" matches the rest, so nothing can follow it.',
      fix: 'Put "**" at the end, or use "*" for one argument.',
    };
  },
});

const caller = text({ what: 'the name of a caller', example: 'agent' });

const exactCallShapes = {
  name: described('The name the program is called by.', text({ what: 'a name', example: 'npm', maxLength: 4_096 })),
  program: described(
    'The real path of its file.',
    text({ what: 'an absolute path', example: '/usr/bin/npm', pattern: '^\\/', maxLength: 4_096 }),
  ),
  arguments: described('All of its arguments.', list(argument, { minItems: 0, maxItems: 100_000 })),
  directory: described(
    'Relative to the workspace.',
    text({ what: 'a directory inside the workspace', example: '.', pattern: '^[^/]', maxLength: 4_096 }),
  ),
};

const exactCallKeys = ['name', 'program', 'arguments', 'directory'] as const;

/** All of its keys are required, and what was reported about is not used. */
const exactCall = object(exactCallShapes, {
  what: 'an exact call',
  required: [...exactCallKeys],
}) as Shape<ExactCall>;

const conditionShapes = {
  command: described(
    'The command: one (`gmail send`), one with everything below it (`gmail *`), or any (`*`). `shell` runs any program.',
    oneOrMore(commandPattern),
  ),
  program: described(
    'The program that runs, found behind wrappers such as `env` and `timeout`. A name (`npm`) is an ' +
      'installed program, not one in the workspace; an absolute path (`/opt/tools/*`) is compared with the real path of the ' +
      'file, with links resolved; `./gradlew` is a file in the workspace, which an agent may be able to change.',
    oneOrMore(programPattern),
  ),
  arguments: described(
    "All of the program's arguments: exact words, `*` within a word for any text, a final `**` for any rest. A list " +
      'of such lists gives alternatives.',
    oneOrMore(argumentPatterns, (value) => !Array.isArray(value) || !value.some(Array.isArray)),
  ),
  has: described(
    'An argument anywhere in the call, compared exactly as written: many options can be written in more than one ' +
      'way, and `effects` recognizes them all.',
    oneOrMore(argumentPattern),
  ),
  effects: described('Something that the program would do, or that was found about it.', oneOrMore(choice(findings))),
  onlyEffects: described(
    'The call is fully understood, nothing reaches outside the workspace, and it has no effects other than these.',
    oneOrMore(choice(effects)),
  ),
  noEffects: described(
    'None of these was found. A rule that allows must also understand the call, unless it is only about the sandbox.',
    oneOrMore(choice(findings)),
  ),
  understood: described('Whether the program and all its arguments are understood.', trueOrFalse),
  directory: described(
    'The directory that the program starts in, relative to the workspace: `.` is the workspace itself, `packages/*` a ' +
      'directory in `packages`, `packages/**` that directory and everything below it.',
    oneOrMore(directoryPattern),
  ),
  exactly: described('Exactly this call, without patterns and with nothing on standard input.', exactCall),
  danger: described('The danger level that the command declares.', oneOrMore(choice(dangerLevels))),
  callers: described('The name of the caller.', oneOrMore(caller)),
  doors: described('The interface the request came in by.', oneOrMore(choice(doors))),
  when: described('Whether the operating system keeps the program inside the workspace.', choice(sandboxStates)),
  network: described(
    'What the program can reach: `off` no other machine, `listed` only hosts that the owner lists, `open` all, as outside a ' +
      'sandbox.',
    oneOrMore(choice(networkReaches)),
  ),
} satisfies { readonly [Key in keyof Conditions]-?: Shape<NonNullable<Conditions[Key]>> };

export const conditionKeys = Object.keys(conditionShapes) as (keyof Conditions)[];

const words = text({ what: 'a line', example: 'npm test', pattern: '\\S', maxLength: 10_000 });

const example = either(
  (value) => typeof value === 'string',
  words,
  object(
    {
      run: described(
        'The program and its arguments, as one line or as a list of words.',
        either((value) => typeof value === 'string', words, list(argument, { minItems: 1, maxItems: 1_000 })),
      ),
      command: described('The words of the command; `shell` when a program is run.', words),
      danger: choice(dangerLevels),
      caller,
      door: choice(doors),
      directory: described('Relative to the workspace.', directoryPattern),
      sandboxed: trueOrFalse,
      network: choice(networkReaches),
    },
    { what: 'an example' },
  ),
);

const ruleId = text({
  what: 'a short name: lowercase letters, digits and "-"',
  example: 'npm-test',
  pattern: '^[a-z][a-z0-9-]*$',
  maxLength: 64,
});

const ruleShapes = {
  id: described("The rule's name. A rule with the name of a standard rule replaces it.", ruleId),
  decision: described('The strictest matching rule wins: deny, then ask, then allow.', choice(decisions, 'ask')),
  reason: described(
    'The reason, in one sentence. Agents read it.',
    text({ what: 'a sentence', example: 'Tests may run.' }),
  ),
  instead: described(
    'The nearest alternative that is allowed.',
    text({ what: 'a sentence', example: 'Run "npm test" instead.' }),
  ),
};

export const ruleShape = object(
  {
    ...ruleShapes,
    ...conditionShapes,
    unless: described(
      'The rule does not match when all of this applies.',
      object(conditionShapes, { what: '"unless"' }),
    ),
    match: described(
      'Requests that the rule must match; checked when the file is loaded.',
      list(example, { minItems: 1, maxItems: 1_000 }),
    ),
    not_match: described('Requests that the rule must not match.', list(example, { minItems: 1, maxItems: 1_000 })),
  },
  { what: 'a rule', required: ['id', 'decision', 'reason', 'match'] },
);

/** A program of a rule that a gate wrote: its file, or the sign of a file that a line opens. */
const namedProgram = text({
  what: 'an absolute path',
  example: '/usr/bin/npm',
  pattern: '^(?:\\/|<$|>>?$)',
  maxLength: 4_096,
});

const boundCallShapes = {
  ...exactCallShapes,
  program: namedProgram,
  variables: {
    type: 'named',
    values: text({ what: 'a value', example: '1', pattern: '^[^\\u0000]*$', maxLength: 10_000 }),
  } as Shape<Readonly<Record<string, string>>>,
};

/** With all that the request decides of it. */
const boundCall = object(boundCallShapes, { what: 'an exact call', required: [...exactCallKeys] }) as Shape<ExactCall>;

/** A program with its options, and any files below its directory. */
const likeCall = object(
  { ...boundCallShapes, effects: list(choice(['reads', 'changes', 'destroys']), { minItems: 0 }) },
  { what: 'a program with its options', required: [...exactCallKeys, 'effects'] },
) as Shape<ExactCall & { readonly effects: readonly Effect[] }>;

/** A rule that a person's "always" wrote. It names one call, one program with its options, or one function. */
export const alwaysRuleShape = object(
  {
    id: ruleId,
    decision: choice(['allow']),
    reason: ruleShapes.reason,
    command: commandPattern,
    exactly: boundCall,
    like: likeCall,
    danger: choice(dangerLevels),
    callers: caller,
    when: choice(['sandboxed']),
    network: choice(networkReaches),
  },
  { what: 'an "always" rule', required: ['id', 'decision', 'reason', 'command', 'danger', 'callers'] },
);

/** A rule that a person's "always" wrote for a program that wanted some hosts. */
export const networkRuleShape = object(
  {
    id: ruleId,
    decision: choice(['allow']),
    reason: ruleShapes.reason,
    program: text({ what: 'the path of a program', example: '/usr/bin/npm', pattern: '^/', maxLength: 4_096 }),
    reaches: list(text({ what: 'a host and a port', example: 'registry.npmjs.org:443', maxLength: 300 }), {
      maxItems: 100,
    }),
    callers: caller,
  },
  { what: 'an "always" rule about hosts', required: ['id', 'decision', 'reason', 'program', 'reaches', 'callers'] },
);

/** Read one by one, each for itself. */
const anyRule: Shape = { type: 'unread', schema: ruleShape };

/** The rules themselves are read one by one. */
export const policyFileShape = object(
  {
    $schema: text({ what: 'the URL of a schema', example: './node_modules/cmdgate/schemas/policy.json' }),
    default: described('The decision when no rule matches.', choice(decisions, 'ask')),
    extends: described('The rules to add these to: the standard ones, or `nothing`.', choice(['standard', 'nothing'])),
    rules: described('Your own rules. Their order does not matter.', list(anyRule, { minItems: 0, maxItems: 10_000 })),
    shell: described(
      'Tools of UTCP manuals that may use a shell: the words of each, manual and tool. Tools not listed never do.',
      list(exactCommand, { minItems: 0, maxItems: 1_000 }),
    ),
  },
  { what: 'a policy', required: ['default'] },
);

/** A file of "always" answers. */
export const alwaysFileShape = object(
  { rules: list(anyRule, { minItems: 0, maxItems: 100_000 }) },
  { what: 'a file of "always" rules', required: ['rules'] },
);
