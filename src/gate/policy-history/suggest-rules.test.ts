import { expect, test } from 'vitest';
import { readAlwaysRules } from '../../policy/rules/always-rules.js';
import { alwaysRule } from '../../policy/rules/offered-rules.js';
import { standardPolicy } from '../../policy/rules/standard-policy.js';
import { policyOf, programSubject, workspace } from '../../policy/rules/test-helpers.js';
import { Secrets } from '../../vocabulary/secrets.js';
import { type Suggestion, suggestRules } from './suggest-rules.js';
import { TestHistory } from './test-helpers.js';

const history = new TestHistory();
const policy = standardPolicy();

const suggest = () => suggestRules({ read: () => history.read(), policy, always: undefined });

function approve(...lines: readonly string[]): void {
  for (const line of lines) history.program(line, { answer: 'approve' });
}

/** What the rules say, without their names and examples. */
async function conditions(): Promise<readonly unknown[]> {
  const { suggestions } = await suggest();
  return suggestions.map(({ rule: { id, decision, reason, match, not_match, ...rest } }) => rest);
}

test('a call that was approved several times becomes a rule for exactly that call', async () => {
  history.program('npm test', { answer: 'approve' });
  history.program('npm test');
  const last = history.program('npm test', { answer: 'approve' });

  const { suggestions, ...counts } = await suggest();

  expect(counts).toEqual({ requests: 3, approvals: 2, uncovered: 0 });
  expect(suggestions).toEqual([
    {
      rule: {
        id: expect.stringMatching(/^npm-test-[0-9a-f]{8}$/),
        decision: 'allow',
        reason: 'A person approved this 2 times, on 2026-03-01.',
        command: 'shell',
        program: 'npm',
        arguments: ['test'],
        directory: '.',
        callers: 'agent',
        match: ['npm test'],
      },
      matches: 'Allows the program npm, with the arguments "test", started in ., asked for by agent.',
      approvals: { times: 2, by: ['terminal'], first: expect.any(String), last: expect.any(String) },
      careful: ['It runs code that the gate cannot see into, and that may change later.'],
      matched: 3,
      changed: 3,
      requests: [
        {
          command: 'shell npm test',
          caller: 'agent',
          was: 'ask',
          answer: 'approve',
          now: 'allow',
          times: 2,
          last: expect.any(String),
          run: last,
        },
        {
          command: 'shell npm test',
          caller: 'agent',
          was: 'ask',
          answer: null,
          now: 'allow',
          times: 1,
          last: expect.any(String),
          run: 'run_test_2',
        },
      ],
      left_out: 0,
    },
  ] satisfies readonly Suggestion[]);
});

test('the rule can be added to the policy, and decides so', async () => {
  approve('npm test', 'npm test', 'git push origin a', 'git push origin b', 'git push origin c');
  const { suggestions } = await suggest();
  const added = policyOf({ default: 'ask', rules: suggestions.map(({ rule }) => rule) });
  const decide = (line: string) => added.judge(programSubject(line)).decision;

  expect(['npm test', 'timeout 5 npm test', 'git push origin feature'].map(decide)).toEqual([
    'allow',
    'allow',
    'allow',
  ]);
  expect(
    ['npm test x', 'npm publish', 'git push origin --tags', 'git push origin +a', 'git push elsewhere a'].map(decide),
  ).toEqual(['ask', 'ask', 'ask', 'ask', 'ask']);
});

test('one approval is not a habit', async () => {
  approve('npm test', 'make');

  expect(await suggest()).toEqual({ requests: 2, approvals: 2, uncovered: 2, suggestions: [] });
});

test('calls that share a shape are listed as long as they are few', async () => {
  approve('npm run lint', 'npm run build', 'make');

  expect(await conditions()).toEqual([
    {
      command: 'shell',
      program: 'npm',
      arguments: [
        ['run', 'lint'],
        ['run', 'build'],
      ],
      directory: '.',
      callers: 'agent',
    },
  ]);
});

test('where one argument is another one again and again, it is a pattern, which only does what was approved', async () => {
  approve('git push origin a', 'git push origin b', 'git push origin c');

  const { suggestions } = await suggest();

  expect(suggestions).toMatchObject([
    {
      rule: {
        program: 'git',
        arguments: ['push', 'origin', '*'],
        onlyEffects: 'network',
        unless: { program: 'git', arguments: ['push', 'origin', '-*'] },
        match: ['git push origin a', 'git push origin b', 'git push origin c'],
        not_match: ['git push origin --option'],
      },
      careful: ['It also allows arguments that nobody has approved yet.'],
    },
  ]);
});

test('a pattern keeps what the arguments begin and end with', async () => {
  approve('npm run test:unit', 'npm run test:types', 'npm run test:doors');

  expect(await conditions()).toMatchObject([{ arguments: ['run', 'test:*'], onlyEffects: ['reads', 'runs-code'] }]);
});

test.each([
  ['without a word that they share', ['node a.js', 'node b.js', 'node c.js', 'node c.js']],
  ['for code that comes from elsewhere', ['npm install a', 'npm install b', 'npm install c']],
  ['for what is not understood', ['unlisted do a', 'unlisted do b', 'unlisted do c']],
  ['for options', ['npm run -a', 'npm run -b', 'npm run -c', 'npm run -c']],
])('there is no pattern %s', async (_why, lines) => {
  approve(...lines);

  expect(JSON.stringify((await suggest()).suggestions)).not.toContain('*');
});

test.each([
  'bash build.sh',
  'sh ./build.sh',
  'timeout 5 zsh build.sh',
  'node -e 1',
  'sudo ls',
  "git log --format='*'",
  'xargs rm',
])('there is no rule for %s', async (line) => {
  for (const _ of [1, 2, 3]) history.program(line, { decision: 'ask', answer: 'approve' });

  expect(
    await suggestRules({
      read: () => history.read(),
      policy: policyOf({ default: 'ask', extends: 'nothing' }),
      always: undefined,
    }),
  ).toMatchObject({ approvals: 3, uncovered: 3, suggestions: [] });
});

test('there is no rule for what reads text that nobody kept, or holds a secret', async () => {
  for (const _ of [1, 2]) {
    history.program('unlisted', { stdin: true, answer: 'approve' });
    history.program('curl --token abcdef https://example.com', { answer: 'approve' });
  }

  expect((await suggest()).suggestions).toEqual([]);
});

test('what a person denied is never allowed: instead of a pattern, the approved calls are listed', async () => {
  approve('git push origin a', 'git push origin b', 'git push origin c');
  history.program('git push origin main', { answer: 'deny' });

  const [rule] = await conditions();
  expect(rule).toMatchObject({
    arguments: [
      ['push', 'origin', 'a'],
      ['push', 'origin', 'b'],
      ['push', 'origin', 'c'],
    ],
  });
});

test('a secret in what was denied does not hide it', async () => {
  approve('git push origin a', 'git push origin b', 'git push origin c');
  history.program('git push origin abcdef', { answer: 'deny', secrets: ['abcdef'] });

  expect(JSON.stringify(await conditions())).not.toContain('*');
});

test('what was approved and denied is not suggested', async () => {
  approve('npm test', 'npm test', 'npm run lint', 'npm run lint', 'npm run build');
  history.program('npm test', { answer: 'deny' });
  history.program('npm run build', { answer: 'deny' });

  expect(await conditions()).toMatchObject([{ arguments: ['run', 'lint'] }]);
});

test('what a deny rule has held back is never allowed, though it would be today', async () => {
  approve('npm run a', 'npm run b', 'npm run c', 'make', 'make');
  history.append('refused', deniedByRule('npm run deploy'));
  history.append('refused', deniedByRule('make'));

  expect(await conditions()).toMatchObject([
    {
      arguments: [
        ['run', 'a'],
        ['run', 'b'],
        ['run', 'c'],
      ],
    },
  ]);
});

function deniedByRule(line: string): Readonly<Record<string, unknown>> {
  const { program, ...subject } = programSubject(line);
  const { effects, understood } = program.understanding();
  const { name, file, args } = program;
  return {
    run: `run_denied_${line.replaceAll(' ', '_')}`,
    command: `shell ${line}`,
    decision: { decision: 'deny', rules: [{ id: 'of-that-time' }] },
    subject: {
      v: 1,
      ...subject,
      command: 'shell',
      sandboxed: undefined,
      program: { name, file, args, directory: '.', workspace, understanding: { understood, effects: [...effects] } },
    },
  };
}

test('rules that differ only in who asked, or only in where, are one', async () => {
  for (const caller of ['agent', 'ci']) {
    for (const _ of [1, 2]) history.program('make', { caller, answer: 'approve' });
  }
  for (const directory of ['packages/a', 'packages/b']) {
    for (const _ of [1, 2]) history.program('npm test', { directory: `${workspace}/${directory}`, answer: 'approve' });
  }

  expect(await conditions()).toEqual([
    { command: 'shell', program: 'make', arguments: [], directory: '.', callers: ['agent', 'ci'] },
    {
      command: 'shell',
      program: 'npm',
      arguments: ['test'],
      directory: ['packages/a', 'packages/b'],
      callers: 'agent',
    },
  ]);
});

test('who asked where stays together: nobody gets what only another one was given', async () => {
  const there = `${workspace}/packages/a`;
  for (const _ of [1, 2]) {
    history.program('make', { caller: 'agent', answer: 'approve' });
    history.program('make', { caller: 'ci', directory: there, answer: 'approve' });
  }

  expect(await conditions()).toMatchObject([
    { directory: '.', callers: 'agent' },
    { directory: 'packages/a', callers: 'ci' },
  ]);
});

test('a program of the workspace is named by its path, also from below', async () => {
  const there = { directory: `${workspace}/packages/a`, file: `${workspace}/gradlew`, answer: 'approve' } as const;
  for (const _ of [1, 2]) {
    history.program('./gradlew build', { answer: 'approve' });
    history.program('../../gradlew build', there);
  }

  const { suggestions } = await suggest();

  expect(suggestions).toMatchObject([
    {
      rule: { program: './gradlew', directory: ['.', 'packages/a'], match: ['./gradlew build'] },
      careful: ['The program is a file in the workspace: anyone who can write there can make it do anything.'],
      matched: 4,
    },
  ]);
});

test('a command that is no program is allowed as a whole', async () => {
  for (const _ of [1, 2]) history.command('note remove', { answer: 'approve' });

  const { suggestions } = await suggest();

  expect(suggestions).toMatchObject([
    {
      rule: { command: 'note remove', danger: 'destructive', callers: 'agent', match: ['note remove'] },
      careful: ['It allows the command with any arguments.'],
    },
  ]);
});

test('what is allowed by now needs no rule: by the policy, or by an "always"', async () => {
  approve('npm test', 'npm test');
  history.program('git status', { decision: 'ask', answer: 'approve' });
  history.program('git status', { decision: 'ask', answer: 'approve' });
  const always = readAlwaysRules(
    { rules: [alwaysRule(programSubject('npm test'), Secrets.none)?.rule] },
    () => undefined,
  );

  expect(await suggestRules({ read: () => history.read(), policy, always })).toMatchObject({
    approvals: 0,
    suggestions: [],
  });
});

test('the name of a rule changes with what it means, and with nothing else', async () => {
  approve('npm test', 'npm test');
  const before = (await suggest()).suggestions[0]?.rule.id;
  approve('npm test');
  const same = (await suggest()).suggestions[0]?.rule.id;
  history.program('npm test', { caller: 'ci', answer: 'approve' });
  history.program('npm test', { caller: 'ci', answer: 'approve' });
  const other = (await suggest()).suggestions[0]?.rule.id;

  expect(same).toBe(before);
  expect(other).not.toBe(before);
});
