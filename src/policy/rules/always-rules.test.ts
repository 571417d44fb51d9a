import { expect, test } from 'vitest';
import { Secrets } from '../../vocabulary/secrets.js';
import { type AlwaysRules, readAlwaysRules } from './always-rules.js';
import { alwaysRule } from './offered-rules.js';
import type { PolicySubject } from './rule.js';
import { standardPolicy } from './standard-policy.js';
import { commandSubject, policyOf, programSubject, type ToldProblem, workspace } from './test-helpers.js';

const policy = standardPolicy();

function read(value: unknown): { always: AlwaysRules; problems: ToldProblem[] } {
  const problems: ToldProblem[] = [];
  const always = readAlwaysRules(value, (path, problem) => problems.push({ path, ...problem }));
  return { always, problems };
}

/** The rules as they come back from their file. */
function agreedTo(...subjects: PolicySubject[]): AlwaysRules {
  const rules = subjects.map((subject) => alwaysRule(subject, Secrets.none)?.rule);
  const { always, problems } = read(JSON.parse(JSON.stringify({ rules })));
  expect(problems).toEqual([]);
  return always;
}

const call = programSubject("npm run 'a*' 'it''s'", { directory: `${workspace}/packages/a` });

test('the rule allows exactly this call, and says so', () => {
  const made = alwaysRule(call, Secrets.none);
  expect(made).toEqual({
    rule: {
      id: expect.stringMatching(/^always-[0-9a-f]{12}$/),
      decision: 'allow',
      reason: 'A person approved this exact call permanently.',
      command: 'shell',
      exactly: {
        name: 'npm',
        program: '/usr/lib/node_modules/npm/bin/npm-cli.js',
        arguments: ['run', 'a*', 'its'],
        directory: 'packages/a',
      },
      danger: 'mutating',
      callers: 'agent',
    },
    matches:
      "Exactly npm run 'a*' its with the program /usr/lib/node_modules/npm/bin/npm-cli.js, in packages/a, whatever its " +
      'input files contain, when agent asks.',
  });
  expect(alwaysRule(call, Secrets.none)).toEqual(made);
});

test('it turns asking into allowing', () => {
  expect(policy.judge(call).decision).toBe('ask');
  expect(policy.judge(call, agreedTo(call))).toMatchObject({
    decision: 'allow',
    reason: 'A person approved this exact call permanently.',
    rules: [{ id: alwaysRule(call, Secrets.none)?.rule.id, decision: 'allow' }],
    instead: undefined,
    policyVersion: policy.version,
  });
});

test('also where a rule asks, and then that rule is told', () => {
  const asking = policyOf({
    default: 'deny',
    rules: [{ id: 'npm', decision: 'ask', reason: 'Asks.', program: 'npm', match: ['npm test'] }],
  });
  const { decision, rules } = asking.judge(call, agreedTo(call));
  expect([decision, rules.map(({ decision, id }) => [id.replace(/-.*/, ''), decision])]).toEqual([
    'allow',
    [
      ['always', 'allow'],
      ['npm', 'ask'],
    ],
  ]);
});

test.each<[string, PolicySubject]>([
  ['another argument', programSubject("npm run 'ab' its", { directory: `${workspace}/packages/a` })],
  ['one argument more', programSubject("npm run 'a*' its more", { directory: `${workspace}/packages/a` })],
  ['another directory', programSubject("npm run 'a*' its")],
  ['another file', { ...call, program: { ...call.program, file: '/opt/npm-cli.js' } }],
  ['another name', { ...call, program: { ...call.program, name: 'npx' } }],
  ['another caller', { ...call, caller: 'eve' }],
  ['another command', { ...call, command: ['deploy'], danger: 'destructive' }],
  ['another danger', { ...call, danger: 'destructive' }],
  ['text on its standard input', { ...call, program: { ...call.program, stdin: true } }],
])('%s asks again', (_, subject) => {
  expect(policy.judge(subject, agreedTo(call)).decision).toBe('ask');
});

test('what is denied stays denied', () => {
  const denied = programSubject('cat /etc/passwd');
  expect(policy.judge(denied, agreedTo(denied)).decision).toBe('deny');
  const closed = policyOf({ default: 'deny' });
  expect(closed.judge(call, agreedTo(call)).decision).toBe('deny');
});

test('what was allowed inside the sandbox asks outside of it, and not the other way round', () => {
  const inside = { ...call, sandboxed: true, network: 'open' as const };
  expect(alwaysRule(inside, Secrets.none)?.matches).toMatch(
    /, when agent asks, inside the sandbox with the network open\.$/,
  );
  expect(policy.judge(call, agreedTo(inside)).decision).toBe('ask');
  expect(policy.judge(inside, agreedTo(call)).decision).toBe('allow');
});

test('what was allowed without the network asks where there is one', () => {
  const off = { ...programSubject('rm -r x'), sandboxed: true, network: 'off' as const };
  expect(alwaysRule(off, Secrets.none)?.rule).toMatchObject({ when: 'sandboxed', network: 'off' });
  expect(policy.judge(off, agreedTo(off)).decision).toBe('allow');
  expect(policy.judge({ ...off, network: 'listed' }, agreedTo(off)).decision).toBe('ask');
  expect(policy.judge({ ...off, network: 'open' }, agreedTo(off)).decision).toBe('ask');
});

test('a wrapper is bound with all that it runs', () => {
  const wrapped = programSubject('flock lock npm test');
  expect(policy.judge(wrapped).decision).toBe('ask');
  expect(policy.judge(wrapped, agreedTo(wrapped)).decision).toBe('allow');
});

test('of a function the rule matches every input, and says so', () => {
  const purge = commandSubject('gmail purge', { danger: 'destructive' });
  expect(alwaysRule(purge, Secrets.none)).toEqual({
    rule: {
      id: expect.stringMatching(/^always-[0-9a-f]{12}$/),
      decision: 'allow',
      reason: 'A person approved this exact call permanently.',
      command: 'gmail purge',
      danger: 'destructive',
      callers: 'agent',
    },
    matches: 'Every call of gmail purge, with any arguments, when agent asks.',
  });
  const always = agreedTo(purge);
  expect(policy.judge(purge, always).decision).toBe('allow');
  expect(policy.judge(commandSubject('gmail erase', { danger: 'destructive' }), always).decision).toBe('ask');
  const program = { ...programSubject('rm -r x'), command: ['gmail', 'purge'], danger: 'destructive' as const };
  expect(policy.judge(program, always).decision).toBe('ask');
});

test('the program of a described command is told with it', () => {
  const deploy = { ...programSubject('deploy --now'), command: ['deploy', 'now'], danger: 'destructive' as const };
  expect(alwaysRule(deploy, Secrets.none)?.matches).toBe(
    'Exactly deploy --now as deploy now with the program /usr/bin/deploy, in the workspace directory, whatever its input ' +
      'files contain, when agent asks.',
  );
  expect(policy.judge(deploy, agreedTo(deploy)).decision).toBe('allow');
});

test('no rule is offered for what it could not mean exactly, and none that would hold a secret', () => {
  expect(alwaysRule({ ...call, program: { ...call.program, stdin: true } }, Secrets.none)).toBeUndefined();
  expect(alwaysRule(programSubject('curl -H token=s3cret x'), Secrets.of(['s3cret']))).toBeUndefined();
  expect(alwaysRule(programSubject('curl -H token=other x'), Secrets.of(['s3cret', '']))).toBeDefined();
  expect(alwaysRule(commandSubject('shell'), Secrets.none)).toBeUndefined();
});

test('the judgement depends on the program where a rule is bound to one', () => {
  const deploy = { ...programSubject('deploy --now'), command: ['deploy'], danger: 'destructive' as const };
  expect(policy.dependsOnProgram(deploy)).toBe(false);
  expect(policy.dependsOnProgram(deploy, agreedTo(deploy))).toBe(true);
  expect(policy.dependsOnProgram({ ...deploy, caller: 'eve' }, agreedTo(deploy))).toBe(false);
});

test('a rule that is wrong is told and left out, the others hold', () => {
  const right = alwaysRule(call, Secrets.none)?.rule;
  const purge = alwaysRule(commandSubject('gmail purge'), Secrets.none)?.rule;
  const { always, problems } = read({
    rules: [
      { ...right, decision: 'deny' },
      { ...right, exactly: undefined, program: 'npm' },
      { ...purge, command: '*' },
      { ...purge, command: 'gmail *' },
      { ...purge, command: 'shell' },
      'npm',
      right,
    ],
  });
  const one = {
    message: 'An "always" rule names one command, and for "shell" exactly one call.',
    fix: 'Remove the rule, and write it as a policy rule instead.',
  };
  expect(problems.map(({ path, message, fix }) => ({ path: path.join('.'), message, fix }))).toEqual([
    { path: 'rules.0.decision', message: 'Must be one of allow, not "deny".', fix: 'Write one of them.' },
    {
      path: 'rules.1.program',
      message: 'Unknown key "program" in an "always" rule.',
      fix: 'The keys are: id, decision, reason, command, exactly, like, danger, callers, when, network.',
    },
    {
      path: 'rules.1.exactly',
      message: 'Must be an exact call, not empty.',
      fix: 'Its keys: name, program, arguments, directory, variables.',
    },
    { path: 'rules.2.command', ...one },
    { path: 'rules.3.command', ...one },
    { path: 'rules.4.command', ...one },
    {
      path: 'rules.5',
      message: 'Must be an "always" rule, not text.',
      fix: 'Its keys: id, decision, reason, command, exactly, like, danger, callers, when, network.',
    },
  ]);
  expect(policy.judge(call, always).decision).toBe('allow');
  expect(policy.judge(commandSubject('drive purge', { danger: 'destructive' }), always).decision).toBe('ask');
});

test.each([null, [], 'x', { rules: 7 }])('%j holds no rules', (value) => {
  const { always, problems } = read(value);
  expect(problems).toHaveLength(1);
  expect(policy.judge(call, always).decision).toBe('ask');
});
