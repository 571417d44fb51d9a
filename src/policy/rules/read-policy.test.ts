import { expect, test } from 'vitest';
import { problemsOf } from './test-helpers.js';

const right = { id: 'npm-test', decision: 'allow', reason: 'Tests may run.', program: 'npm', match: ['npm test'] };

const told = (file: unknown) => {
  const { policy, problems } = problemsOf(file);
  expect(policy === undefined).toBe(problems.length > 0);
  return problems;
};

const toldOfRule = (changes: object) => told({ default: 'ask', rules: [{ ...right, ...changes }] });

test('a file that is right has nothing to tell', () => {
  expect(told({ $schema: 'x.json', default: 'ask', extends: 'standard', rules: [right] })).toEqual([]);
  expect(told({ default: 'deny' })).toEqual([]);
});

test('everything that is wrong is told at once, with its place', () => {
  const file = {
    defualt: 'ask',
    extends: 'standart',
    rules: [
      { id: 'No Name', decision: 'permit', reason: '', programm: 'npm', match: [] },
      'npm',
      { ...right, effects: ['netwrok', 7], command: 'gm*il', arguments: 'test', directory: '../x' },
      { ...right, id: 'b', not_match: ['npm install'] },
    ],
  };
  expect(told(file)).toEqual([
    {
      path: ['defualt'],
      part: 'key',
      message: 'Unknown key "defualt" in a policy.',
      fix: 'Did you mean "default"?',
    },
    {
      path: [],
      part: 'key',
      message: 'The key "default" is missing in a policy.',
      fix: 'Add it, for example: "default":"ask".',
    },
    {
      path: ['extends'],
      message: 'Must be one of standard, nothing, not "standart".',
      fix: 'Did you mean "standard"?',
    },
    {
      path: ['rules', 0, 'programm'],
      part: 'key',
      message: 'Unknown key "programm" in a rule.',
      fix: 'Did you mean "program"?',
    },
    {
      path: ['rules', 0, 'id'],
      message: 'Must be a short name: lowercase letters, digits and "-", not "No Name".',
      fix: 'For example: "npm-test".',
    },
    {
      path: ['rules', 0, 'decision'],
      message: 'Must be one of allow, ask, deny, not "permit".',
      fix: 'Write one of them.',
    },
    { path: ['rules', 0, 'reason'], message: 'Must be a sentence, not "".', fix: 'For example: "Tests may run.".' },
    {
      path: ['rules', 0, 'match'],
      message: 'The list must have at least 1, not 0.',
      fix: 'For example: ["npm test"].',
    },
    {
      path: ['rules', 1],
      message: 'Must be a rule, not text.',
      fix:
        'Its keys: id, decision, reason, instead, command, program, arguments, has, effects, onlyEffects, noEffects, understood, ' +
        'directory, exactly, danger, callers, doors, when, network, unless, match, not_match.',
    },
    {
      path: ['rules', 2, 'command'],
      message: '"gm*il" is not a command pattern: use words separated by single spaces, with "*" only at the end.',
      fix: 'For example: "gmail *".',
    },
    {
      path: ['rules', 2, 'arguments'],
      message: 'Must be a list of patterns, one for each argument, not text.',
      fix: 'Write a list, even for one item: ["test","**"].',
    },
    {
      path: ['rules', 2, 'effects', 0],
      message:
        'Must be one of reads, changes, destroys, network, runs-code, inline-code, privilege, system, repository, outside, hooks, ' +
        'unknown-program, unknown-option, unreadable, not "netwrok".',
      fix: 'Did you mean "network"?',
    },
    {
      path: ['rules', 2, 'effects', 1],
      message:
        'Must be one of reads, changes, destroys, network, runs-code, inline-code, privilege, system, repository, outside, hooks, ' +
        'unknown-program, unknown-option, unreadable, not a number.',
      fix: 'Write "reads", for example.',
    },
    {
      path: ['rules', 2, 'directory'],
      message: 'Must be relative to the workspace, such as "." or "packages/*", not "../x".',
      fix: 'For example: "packages/*".',
    },
    {
      path: ['rules', 3, 'not_match', 0],
      message: 'Rule "b": The rule matches this example, but must not.',
      fix: 'Make the rule narrower, or move the example to "match".',
    },
  ]);
});

test.each([null, [], 'deny', 7, new Date()])('%j is no policy', (value) => {
  expect(told(value).map(({ path, message }) => [path, message.replace(/ not .*/, '')])).toEqual([
    [[], 'Must be a policy,'],
  ]);
});

test('two rules of one name', () => {
  expect(told({ default: 'ask', rules: [right, right] })).toEqual([
    {
      path: ['rules', 1, 'id'],
      message: 'rules[0] already has the name "npm-test".',
      fix: 'Give each rule its own name.',
    },
  ]);
});

const anyProgram = {
  path: ['rules', 0],
  message: 'The rule would allow any program, including ones that the gate does not understand.',
  fix: 'Name the programs in "program", or add "onlyEffects", "understood": true or "when": "sandboxed".',
};

test.each<[object, object[]]>([
  [
    { program: undefined, unless: undefined },
    [
      {
        path: ['rules', 0],
        message: 'The rule has no condition, so it would match everything.',
        fix: 'Say what it applies to, for example with "command" or "program"; for everything else set "default".',
      },
    ],
  ],
  [
    { unless: {} },
    [
      {
        path: ['rules', 0, 'unless'],
        message: 'It has no condition, so the rule would never match.',
        fix: 'Add the exceptions, or remove "unless".',
      },
    ],
  ],
  [{ program: '*' }, [anyProgram]],
  [{ program: ['npm', '/**'] }, [anyProgram]],
  [{ program: './**' }, [anyProgram]],
  [{ program: '*', arguments: ['*', '**'] }, [anyProgram]],
  [{ program: '*', has: '--help' }, [anyProgram]],
  [{ program: undefined, effects: 'reads' }, [anyProgram]],
  [{ program: undefined, has: 'test' }, [anyProgram]],
  [{ program: undefined, arguments: ['test'] }, [anyProgram]],
  [{ program: undefined, command: 'shell' }, [anyProgram]],
  [{ program: undefined, command: 'shell', callers: 'alice' }, [anyProgram]],
  [{ program: undefined, command: 'shell', understood: false }, [anyProgram]],
  [{ program: undefined, command: 'shell', when: 'unsandboxed' }, [anyProgram]],
  [{ program: '*', arguments: ['--version'], match: ['npm --version'] }, []],
  [{ program: '*', when: 'sandboxed' }, []],
  [{ program: undefined, command: 'shell', when: 'sandboxed' }, []],
  [{ program: undefined, understood: true, match: ['ls'] }, []],
  [{ program: undefined, command: 'deploy *', has: '--plan', match: ['deploy --plan'] }, []],
  [{ program: '*', decision: 'deny' }, []],
  [{ program: undefined, command: 'shell', decision: 'ask' }, []],
  [
    { arguments: ['**', 'test'] },
    [
      {
        path: ['rules', 0, 'arguments', 0],
        message: '"**" matches the rest, so nothing can follow it.',
        fix: 'Put "**" at the end, or use "*" for one argument.',
      },
    ],
  ],
  [
    { program: 'bin/x' },
    [
      {
        path: ['rules', 0, 'program'],
        message: 'Must be a plain name, an absolute path or a path that starts with "./", not "bin/x".',
        fix: 'For example: "npm".',
      },
    ],
  ],
  [
    { exactly: { program: 'npm', arguments: [] } },
    [
      {
        path: ['rules', 0, 'exactly'],
        part: 'key',
        message: 'The key "name" is missing in an exact call.',
        fix: 'Add it, for example: "name":"npm".',
      },
      {
        path: ['rules', 0, 'exactly'],
        part: 'key',
        message: 'The key "directory" is missing in an exact call.',
        fix: 'Add it, for example: "directory":".".',
      },
      {
        path: ['rules', 0, 'exactly', 'program'],
        message: 'Must be an absolute path, not "npm".',
        fix: 'For example: "/usr/bin/npm".',
      },
    ],
  ],
])('a rule with %j', (changes, expected) => {
  const rule = Object.fromEntries(Object.entries({ ...right, ...changes }).filter(([, value]) => value !== undefined));
  expect(told({ default: 'ask', rules: [rule] })).toEqual(expected);
});

test.each<[object, string | undefined]>([
  [
    { match: ['npm test', 'git status'] },
    'The rule does not match this example, because the program is /usr/bin/git, not npm.',
  ],
  [
    { match: ['npm test', 'xargs npm test'] },
    'The rule does not match this example, because it is not certain which program it runs.',
  ],
  [
    { match: ['npm test', "npm 'test"] },
    "The example cannot be parsed. Failed to parse command: the closing quote (') is missing at column 5.",
  ],
  [{ match: ['npm test', { caller: 'x' }] }, 'The example names neither a program nor a command.'],
  [
    { match: ['npm test', { command: 'npm --all' }] },
    'The example must be the words of a command, separated by single spaces and without arguments.',
  ],
  [
    { match: ['npm test', { command: 'gmail' }] },
    'The rule does not match this example, because it does not run a program.',
  ],
  [{ match: ['npm test', { run: ['npm', 'a b'] }] }, undefined],
  [{ match: ['npm test', { run: 'npm test', caller: 'eve' }] }, undefined],
  [
    { callers: 'alice', match: ['npm test', { run: 'npm test', caller: 'eve' }] },
    'The rule does not match this example, because the caller is eve, not alice.',
  ],
  // Where an example says nothing, what the rule asks for is assumed.
  [
    {
      callers: 'alice',
      doors: 'cli',
      danger: 'safe',
      when: 'sandboxed',
      directory: 'packages/*',
      match: ['npm test', 'npm run x'],
    },
    undefined,
  ],
  [
    { directory: 'packages/*', match: ['npm test', { run: 'npm test', directory: '.' }] },
    'The rule does not match this example, because the directory is ., not packages/*.',
  ],
])('the examples of %j', (changes, problem) => {
  expect(toldOfRule(changes)).toEqual(
    problem === undefined
      ? []
      : [
          {
            path: ['rules', 0, 'match', 1],
            message: `Rule "npm-test": ${problem}`,
            fix: 'Fix the example, or the conditions of the rule.',
          },
        ],
  );
});

test('a rule about commands has the words of commands as examples', () => {
  const rule = { id: 'mail', decision: 'deny', reason: 'No mail.', command: 'gmail *' };
  expect(told({ default: 'ask', rules: [{ ...rule, match: ['gmail send'], not_match: ['drive list'] }] })).toEqual([]);
  expect(told({ default: 'ask', rules: [{ ...rule, match: ['drive list'] }] })).toEqual([
    {
      path: ['rules', 0, 'match', 0],
      message: 'Rule "mail": The rule does not match this example, because the command is "drive list", not gmail *.',
      fix: 'Fix the example, or the conditions of the rule.',
    },
  ]);
});

test('the results of examples tell what the whole policy decides', () => {
  const { policy } = problemsOf({
    default: 'ask',
    extends: 'nothing',
    rules: [
      right,
      { id: 'never', decision: 'deny', reason: 'No.', has: 'test', match: [{ run: ['npm', 'test'], caller: 'eve' }] },
    ],
  });
  expect(policy?.examples()).toEqual([
    {
      rule: 'never',
      kind: 'match',
      index: 0,
      example: 'npm test (caller: eve)',
      holds: true,
      problem: undefined,
      decision: 'deny',
    },
    {
      rule: 'npm-test',
      kind: 'match',
      index: 0,
      example: 'npm test',
      holds: true,
      problem: undefined,
      decision: 'deny',
    },
  ]);
});

test.each([['*'], ['office *'], ['office  report'], [' office'], ['office.report'], ['']])(
  'a shell is for no pattern and no other text: %j',
  (name) => {
    expect(told({ default: 'ask', shell: ['office report', name] })).toEqual([
      {
        path: ['shell', 1],
        message: expect.stringMatching(/^Must be the words of one command/),
        fix: 'For example: "tools deploy".',
      },
    ]);
  },
);
