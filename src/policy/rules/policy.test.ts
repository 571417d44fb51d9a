import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decision, decisions } from '../../vocabulary/decision.js';
import { Secrets } from '../../vocabulary/secrets.js';
import { readAlwaysRules } from './always-rules.js';
import { alwaysRule } from './offered-rules.js';
import { Policy } from './policy.js';
import type { Conditions, Rule } from './rule.js';
import { standardPolicy, standardRules } from './standard-policy.js';
import { commandSubject, policyOf, programSubject } from './test-helpers.js';

const rule = (id: string, decision: Decision, conditions: Conditions, unless?: Conditions): Rule => ({
  id,
  decision,
  reason: `Because of ${id}.`,
  instead: `Instead of ${id}.`,
  conditions,
  unless,
  match: [],
  notMatch: [],
});

describe('what is decided', () => {
  const rules = [
    rule('a', 'allow', { command: ['gmail *'] }),
    rule('b', 'ask', { command: ['gmail send'] }),
    rule('c', 'deny', { callers: ['eve'] }),
  ];
  const policy = new Policy(rules, 'ask');

  test('the strictest rule that matches, and all that match are told', () => {
    expect(policy.judge(commandSubject('gmail send', { caller: 'eve' }))).toEqual({
      decision: 'deny',
      reason: 'Because of c.',
      rules: [
        { id: 'c', decision: 'deny', reason: 'Because of c.' },
        { id: 'b', decision: 'ask', reason: 'Because of b.' },
        { id: 'a', decision: 'allow', reason: 'Because of a.' },
      ],
      instead: 'Instead of c.',
      evidence: [],
      policyVersion: policy.version,
    });
    expect(policy.judge(commandSubject('gmail send')).decision).toBe('ask');
    expect(policy.judge(commandSubject('gmail list'))).toEqual({
      decision: 'allow',
      reason: 'Because of a.',
      rules: [{ id: 'a', decision: 'allow', reason: 'Because of a.' }],
      instead: undefined,
      evidence: [],
      policyVersion: policy.version,
    });
  });

  test.each<[Decision, string]>([
    ['allow', 'No rule forbids it.'],
    ['ask', 'No rule allows it.'],
    ['deny', 'No rule allows it.'],
  ])('the default, %s, only where no rule matches', (decision, reason) => {
    const { version, ...judging } = new Policy(rules, decision);
    expect(judging.defaultDecision).toBe(decision);
    expect(new Policy(rules, decision).judge(commandSubject('drive list'))).toEqual({
      decision,
      reason,
      rules: [],
      instead: undefined,
      evidence: [],
      policyVersion: version,
    });
    expect(new Policy(rules, decision).judge(commandSubject('gmail list')).decision).toBe('allow');
  });

  test('a destructive command is told as such', () => {
    const { reason, instead } = policy.judge(commandSubject('drive purge', { danger: 'destructive' }));
    expect([reason, instead]).toEqual([
      'No rule allows it, and drive purge is destructive.',
      '--dry-run shows what it would do.',
    ]);
  });

  test('a default that allows does not allow what is not understood', () => {
    const open = new Policy([], 'allow');
    const decide = (line: string, sandboxed = false) => open.judge(programSubject(line, { sandboxed })).decision;
    expect([decide('ls'), decide('unlisted'), decide('ls --strange'), decide('unlisted', true)]).toEqual([
      'allow',
      'ask',
      'ask',
      'allow',
    ]);
    expect(open.judge(programSubject('unlisted', { command: ['deploy'] })).decision).toBe('allow');
  });
});

describe('the reason', () => {
  const policy = new Policy(standardRules(), 'ask');
  const told = (line: string) => {
    const { reason, instead } = policy.judge(programSubject(line));
    return instead === undefined ? [reason] : [reason, instead];
  };

  test.each([
    ['npm test', ['No rule allows it, and npm test runs code that the gate cannot see into.']],
    ['unlisted', ['No rule allows it, and unlisted is not in the table of programs.']],
    ['ls --strange', ['No rule allows it, and ls has an unknown option: "--strange".']],
    [
      'git push --force',
      [
        'No rule allows it, and git push deletes or replaces data that cannot be recovered: "--force"; git push talks to ' +
          'other machines.',
      ],
    ],
    ['cat missing/../x', ['No rule allows it, and "missing/../x" is a path that cannot be resolved.']],
    [
      'cat /etc/passwd',
      [
        'Programs stay inside the workspace: "/etc/passwd" resolves to /etc/passwd, outside the workspace.',
        'Use paths inside the workspace.',
      ],
    ],
    [
      'cat /a /b /c /d /e',
      [
        'Programs stay inside the workspace: "/a" resolves to /a, outside the workspace; "/b" resolves to /b, ' +
          'outside the workspace; "/c" resolves to /c, outside the workspace.',
        'Use paths inside the workspace.',
      ],
    ],
    [
      'sudo cat /a',
      [
        'Programs stay inside the workspace: "/a" resolves to /a, outside the workspace. Programs run with the gate\'s own ' +
          'rights: sudo runs with other rights or in another root.',
        'Use paths inside the workspace.',
      ],
    ],
    [
      'cmdgate serve',
      [
        'The gate does not run itself: nobody approves their own requests.',
        'Use the gate you are connected to; only a person can give approvals.',
      ],
    ],
    ['ls', ['It only reads and changes files in the workspace.']],
  ])('%s', (line, expected) => {
    expect(told(line)).toEqual(expected);
  });

  test('an argument is shown on one short line', () => {
    const { reason } = policy.judge(programSubject(`cat '/${'x'.repeat(100)}\u001b[2J\n'`));
    expect(reason).toMatch(/^[\x20-\x7e…]+$/);
  });
});

describe('what the judgement depends on', () => {
  const lazy = (line: string) => {
    const subject = programSubject(line);
    let asked = 0;
    const understanding = () => {
      asked++;
      return subject.program.understanding();
    };
    return { subject: { ...subject, program: { ...subject.program, understanding } }, asked: () => asked };
  };

  test('a policy without program conditions does not ask what a program means, unless a person is asked', () => {
    const policy = new Policy([rule('a', 'deny', { callers: ['agent'] })], 'ask');
    const denied = lazy('npm test');
    policy.judge(denied.subject);
    expect(denied.asked()).toBe(0);
    const asking = lazy('npm test');
    expect(policy.judge({ ...asking.subject, caller: 'other' }).evidence).not.toEqual([]);
    expect(asking.asked()).toBe(1);
  });

  test('it is asked once, however many rules want to know', () => {
    const { subject, asked } = lazy('env timeout 5 npm test');
    new Policy(standardRules(), 'ask').judge(subject);
    expect(asked()).toBe(1);
  });

  test('whether the program matters', () => {
    const depends = (policy: Policy, command: string, facts = {}) =>
      policy.dependsOnProgram(commandSubject(command, facts));
    const standard = new Policy(standardRules(), 'ask');
    expect(depends(standard, 'shell')).toBe(true);
    expect(depends(standard, 'deploy')).toBe(false);
    const own = new Policy(
      [
        rule('a', 'ask', { command: ['deploy *'], has: ['--production'] }),
        rule('b', 'allow', { command: ['build'] }, { callers: ['eve'], directory: ['secret'] }),
      ],
      'deny',
    );
    expect(depends(own, 'deploy now')).toBe(true);
    expect(depends(own, 'build')).toBe(false);
    expect(depends(own, 'build', { caller: 'eve' })).toBe(true);
    expect(depends(own, 'other')).toBe(false);
    expect(depends(new Policy([], 'allow'), 'shell')).toBe(true);
  });
});

describe('the version', () => {
  const one = rule('one', 'allow', { program: ['npm'] });
  const two = rule('two', 'deny', { callers: ['eve'] });
  const version = new Policy([one, two], 'ask').version;

  test('is the same for the same rules', () => {
    expect(version).toMatch(/^[0-9a-f]{16}$/);
    expect(new Policy([two, one], 'ask').version).toBe(version);
    expect(new Policy([{ ...one, match: ['npm test'] }, two], 'ask').version).toBe(version);
    expect(new Policy([one, two], 'ask', []).version).toBe(version);
    expect(new Policy([one], 'ask', ['a b', 'a c', 'a b']).version).toBe(
      new Policy([one], 'ask', ['a c', 'a b']).version,
    );
  });

  test('does not depend on the order of keys in a file', () => {
    const read = (written: object) => policyOf({ default: 'ask', rules: [written] }).version;
    expect(read({ id: 'a', decision: 'deny', reason: 'Why.', program: 'npm', callers: ['x'], match: ['npm'] })).toBe(
      read({ match: ['npm', 'npm a'], callers: 'x', program: ['npm'], reason: 'Why.', decision: 'deny', id: 'a' }),
    );
  });

  test.each([
    ['the default', new Policy([one, two], 'deny')],
    ['a decision', new Policy([{ ...one, decision: 'ask' }, two], 'ask')],
    ['a condition', new Policy([rule('one', 'allow', { program: ['npx'] }), two], 'ask')],
    ['an exception', new Policy([{ ...one, unless: { has: ['x'] } }, two], 'ask')],
    ['a reason', new Policy([{ ...one, reason: 'Other.' }, two], 'ask')],
    ['a rule less', new Policy([one], 'ask')],
    ['a command that may use a shell', new Policy([one, two], 'ask', ['office report'])],
  ])('changes with %s', (_, policy) => {
    expect(policy.version).not.toBe(version);
  });
});

test('a shell is for the commands that are named, word by word, and for nothing else', () => {
  const policy = policyOf({ default: 'allow', shell: ['office report', 'deploy'] });
  const asked = [['office', 'report'], ['deploy'], ['office'], ['office', 'report', 'x'], ['Office', 'report'], []];
  expect(asked.map((path) => policy.mayUseShell(path))).toEqual([true, true, false, false, false, false]);
  expect(standardPolicy().mayUseShell(['office', 'report'])).toBe(false);
});

describe('whatever the rules are', () => {
  const conditions: fc.Arbitrary<Conditions> = fc
    .record(
      {
        command: fc.subarray(['shell', 'gmail *', 'gmail send', '*'], { minLength: 1 }),
        program: fc.subarray(['git', 'npm', 'env', '*', '/usr/bin/*', './x'], { minLength: 1 }),
        arguments: fc.subarray([['test'], ['status', '**'], ['**'], []], { minLength: 1 }),
        has: fc.subarray(['--force', 't*'], { minLength: 1 }),
        effects: fc.subarray(['network', 'outside', 'runs-code', 'unknown-program'] as const, { minLength: 1 }),
        onlyEffects: fc.subarray(['reads', 'changes', 'network'] as const, { minLength: 1 }),
        noEffects: fc.subarray(['destroys', 'network', 'outside'] as const, { minLength: 1 }),
        understood: fc.boolean(),
        directory: fc.constantFrom(['.'], ['src/*'], ['**']),
        danger: fc.subarray(['safe', 'mutating', 'destructive'] as const, { minLength: 1 }),
        callers: fc.constantFrom(['agent'], ['eve']),
        when: fc.constantFrom('sandboxed' as const, 'unsandboxed' as const),
        network: fc.subarray(['off', 'listed', 'open'] as const, { minLength: 1 }),
      },
      { requiredKeys: [] },
    )
    .map((made) => made as Conditions);
  const anyRules = fc
    .array(fc.tuple(fc.constantFrom(...decisions), conditions, fc.option(conditions, { nil: undefined })), {
      maxLength: 8,
    })
    .map((made) => made.map(([decision, all, unless], at) => rule(`r${at}`, decision, all, unless)));
  const subjects = fc.oneof(
    fc
      .record({
        line: fc.constantFrom(
          'git status',
          'git push --force',
          'npm test',
          'env npm test',
          'unlisted x',
          'cat ../x',
          './x',
          'xargs npm test',
          'sudo ls',
        ),
        sandboxed: fc.boolean(),
        caller: fc.constantFrom('agent', 'eve'),
      })
      .map(({ line, ...facts }) => programSubject(line, facts)),
    fc
      .record({
        command: fc.constantFrom('gmail send', 'drive list'),
        danger: fc.constantFrom('safe' as const, 'mutating' as const, 'destructive' as const),
      })
      .map(({ command, danger }) => commandSubject(command, { danger })),
  );
  const strictness = (decision: Decision) => decisions.indexOf(decision);

  test('the strictest wins, and their order means nothing', () => {
    fc.assert(
      fc.property(
        anyRules.chain((rules) =>
          fc.tuple(fc.constant(rules), fc.shuffledSubarray(rules, { minLength: rules.length })),
        ),
        fc.constantFrom(...decisions),
        subjects,
        ([rules, shuffled], byDefault, subject) => {
          const judgement = new Policy(rules, byDefault).judge(subject);
          expect(new Policy(shuffled, byDefault).judge(subject)).toEqual(judgement);
          const alone = rules.flatMap((one) => new Policy([one], byDefault).judge(subject).rules);
          expect(judgement.rules.map(({ id }) => id).sort()).toEqual(alone.map(({ id }) => id).sort());
          if (alone.length > 0) {
            expect(strictness(judgement.decision)).toBe(Math.max(...alone.map((one) => strictness(one.decision))));
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  test('one more deny rule never allows more, one more allow rule never loosens a rule', () => {
    fc.assert(
      fc.property(anyRules, conditions, fc.constantFrom(...decisions), subjects, (rules, added, byDefault, subject) => {
        const before = new Policy(rules, byDefault).judge(subject);
        const denying = new Policy([...rules, rule('added', 'deny', added)], byDefault).judge(subject);
        expect(strictness(denying.decision)).toBeGreaterThanOrEqual(strictness(before.decision));
        const allowing = new Policy([...rules, rule('added', 'allow', added)], byDefault).judge(subject);
        if (before.rules.length > 0) expect(allowing.decision).toBe(before.decision);
      }),
      { numRuns: 500 },
    );
  });

  test('what allows something also matches it as a denial', () => {
    fc.assert(
      fc.property(conditions, subjects, (all, subject) => {
        const allowing = new Policy([rule('a', 'allow', all)], 'ask').judge(subject);
        const denying = new Policy([rule('a', 'deny', all)], 'ask').judge(subject);
        if (allowing.rules.length > 0) expect(denying.decision).toBe('deny');
      }),
      { numRuns: 1_000 },
    );
  });

  test('where the program does not matter, no program changes the decision', () => {
    fc.assert(
      fc.property(anyRules, fc.constantFrom('ask' as const, 'deny' as const), subjects, (rules, byDefault, subject) => {
        const policy = new Policy(rules, byDefault);
        if (policy.dependsOnProgram(subject)) return;
        const { program: _, ...request } = subject;
        const other = programSubject('rm -r ../x', { command: request.command }).program;
        expect(policy.judge({ ...request, program: other }).decision).toBe(policy.judge(subject).decision);
      }),
      { numRuns: 500 },
    );
  });
});

test.each<[Decision, readonly string[]]>([
  ['allow', ['git status', 'ls']],
  ['ask', ['git status', 'git push', 'ls']],
  ['deny', ['git push', 'node -e 1']],
  ['deny', ['node -e 1', 'ls']],
])('of several programs the strictest judgement counts: %s for %j', (decision, [first = '', ...others]) => {
  const followedBy = others.map((line) => programSubject(line).program);
  const judgement = standardPolicy().judge({ ...programSubject(first), followedBy });
  expect(judgement.decision).toBe(decision);
  if (decision === 'deny')
    expect(judgement).toMatchObject({
      reason: expect.stringContaining(
        'Inline code in arguments is not run: node evaluates code in its arguments: "-e"; node evaluates code in its arguments: "1".',
      ),
    });
});

test.each<[readonly string[], readonly string[]]>([
  [['ls', 'rm -r build'], []],
  [['rm -r build', 'ls'], []],
  [['ls', 'cat ../x', 'rm -r build'], ['leaves-workspace']],
  [['ls', 'cat README.md'], ['understood']],
])('of several programs, %j, the rules are those of the ones to blame: %j', ([first = '', ...others], rules) => {
  const followedBy = others.map((line) => programSubject(line).program);
  const judgement = standardPolicy().judge({ ...programSubject(first), followedBy });
  expect(judgement.rules.map(({ id }) => id)).toEqual(rules);
  if (judgement.decision === 'ask') expect(judgement.reason).toContain('cannot be recovered');
});

test('what people always allow covers one program of a line, and never the others', () => {
  const subject = programSubject('npm test');
  const { rule } = alwaysRule(subject, Secrets.none) ?? {};
  const always = readAlwaysRules({ rules: [rule] }, () => undefined);
  const judge = (...lines: string[]) => {
    const followedBy = lines.map((line) => programSubject(line).program);
    return standardPolicy().judge({ ...subject, followedBy }, always).decision;
  };
  expect(judge('ls')).toBe('allow');
  expect(judge('ls', 'npm test')).toBe('allow');
  expect(judge('git push')).toBe('ask');
  expect(judge('node -e 1')).toBe('deny');
});

test('it does not hold for a list of a described command that has it in it', () => {
  const subject = { ...programSubject('npm test'), command: ['deploy'], danger: 'destructive' as const };
  const { rule } = alwaysRule(subject, Secrets.none) ?? {};
  const always = readAlwaysRules({ rules: [rule] }, () => undefined);
  const list = { ...subject, followedBy: [programSubject('ls').program] };
  expect(standardPolicy().judge(subject, always).decision).toBe('allow');
  expect(standardPolicy().judge(list, always).decision).toBe('ask');
  expect(alwaysRule(list, Secrets.none)).toBeUndefined();
});
