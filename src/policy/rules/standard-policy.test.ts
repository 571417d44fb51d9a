import { expect, test } from 'vitest';
import { calls } from '../../../test/fixtures/understanding-calls.js';
import type { Decision } from '../../vocabulary/decision.js';
import type { NetworkReach } from '../../vocabulary/sandbox.js';
import { standardPolicy, standardRulesAsWritten } from './standard-policy.js';
import { commandSubject, policyOf, problemsOf, programSubject } from './test-helpers.js';

const policy = standardPolicy();

test.each<[Decision, string]>([
  ['allow', 'git status'],
  ['allow', 'git log --oneline -5'],
  ['allow', 'git diff HEAD'],
  ['allow', 'git add -A'],
  ['allow', 'git commit -m "it works (mostly) & more"'],
  ['allow', 'ls -la'],
  ['allow', 'cat README.md'],
  ['allow', 'grep -rn TODO src'],
  ['allow', 'rg -n pattern src'],
  ['ask', 'xxd README.md'],
  ['allow', "awk '{ print $1 }' README.md"],
  ['allow', 'jq . package.json'],
  ['ask', 'tar -tf a.tar'],
  ['allow', 'find . -name "*.ts"'],
  ['allow', 'sed -n 1,20p README.md'],
  ['allow', 'mkdir -p src/new'],
  ['allow', 'touch src/new.ts'],
  ['allow', 'cp README.md copy.md'],
  ['ask', 'env -i cat x'],
  ['ask', 'env NODE_ENV=test ls'],
  ['ask', 'ls --al'],
  ['ask', 'touch .envrc'],
  ['ask', 'git switch main'],
  ['allow', 'timeout 5 ls'],
  ['allow', 'node --version'],
  ['allow', 'pwd'],
  ['ask', 'rm README.md'],
  ['ask', 'rm -r build'],
  ['ask', 'rm -rf .'],
  ['ask', 'git push'],
  ['ask', 'git fetch'],
  ['ask', 'git reset --hard'],
  ['ask', 'git clean -fd'],
  ['ask', 'npm test'],
  ['ask', 'npm install'],
  ['ask', 'timeout 5 npm test'],
  ['ask', 'node x.js'],
  ['ask', 'make'],
  ['ask', './run.sh'],
  ['ask', 'bash x.sh'],
  ['ask', 'curl https://example.com'],
  ['ask', 'unlisted'],
  ['ask', 'ls --strange'],
  ['deny', 'cat /etc/passwd'],
  ['deny', 'unlisted /etc/passwd'],
  ['deny', 'ls ~'],
  ['deny', 'python3 -c 1'],
  ['deny', "sh -c 'eval id'"],
  ['deny', "bash -c 'rm -rf $X'"],
  ['ask', "bash -c 'rm -rf build'"],
  ['ask', "bash -c 'npm test'"],
  ['allow', "bash -c 'ls -la src'"],
  ['deny', "env sh -c 'eval id'"],
  ['deny', 'node --eval 1'],
  ['deny', 'find . -exec npm test ;'],
  ['allow', 'find . -exec wc -l {} +'],
  ['ask', 'find . -execdir wc -l {} +'],
  ['deny', 'git -c core.pager=id log'],
  ['deny', 'sudo ls'],
  ['deny', 'env sudo ls'],
  ['deny', 'kill 1'],
  ['deny', 'cmdgate approvals approve x'],
  ['deny', 'npx cmdgate approvals'],
])('%s: %s', (decision, line) => {
  expect(policy.judge(programSubject(line)).decision).toBe(decision);
});

test.each<[Decision, string, Decision?]>([
  ['allow', 'npm test'],
  ['allow', 'timeout 5 npm test'],
  ['allow', 'npm run build'],
  ['allow', 'node x.js'],
  ['allow', 'python3 -m pytest -q'],
  ['allow', 'make -j4 test'],
  ['allow', './run.sh'],
  ['allow', 'bash x.sh'],
  ['allow', 'node_modules/.bin/tsc'],
  ['allow', 'node -e 1'],
  ['allow', 'bash -lc "npm test"'],
  ['allow', 'find . -exec wc -l {} ;'],
  ['allow', 'unlisted'],
  ['allow', 'ls --strange'],
  // Without a network they only fail; with a list they may do what nobody can take back.
  ['allow', 'cargo test', 'ask'],
  ['allow', 'npm install', 'ask'],
  ['allow', 'git push', 'ask'],
  ['allow', 'curl https://example.com', 'ask'],
  ['ask', 'rm -rf .'],
  ['ask', 'git reset --hard'],
  ['ask', 'git clean -fd'],
  ['ask', 'find . -delete'],
  ['ask', 'find . -exec rm {} ;'],
  ['ask', 'xargs rm'],
  ['deny', 'cat /etc/passwd'],
  ['deny', 'unlisted /etc/passwd'],
  ['deny', 'sudo npm test'],
  ['deny', 'kill 1'],
  ['deny', 'cmdgate approvals approve x'],
  ['deny', 'npx cmdgate approvals'],
])('in the sandbox, %s: %s', (decision, line, withList = decision) => {
  const decide = (network: NetworkReach) => policy.judge(programSubject(line, { sandboxed: true, network })).decision;
  expect([decide('off'), decide('listed')]).toEqual([decision, withList]);
  // Where code can reach everything, the sandbox keeps it from nothing that leaves the machine.
  const outside = policy.judge(programSubject(line)).decision;
  expect(decide('open')).toBe(outside === 'deny' && decision !== 'deny' ? 'ask' : outside);
});

const lines = calls.split('\n').filter((line) => line.includes('=>'));

test('every call that is known is judged by what it means, and by nothing else', () => {
  expect(lines.length).toBeGreaterThan(400);
  for (const line of lines) {
    const [written = ''] = line.split(/=>(?=[^=]*$)/);
    const subject = programSubject(written);
    const { effects, evidence, understood } = subject.program.understanding();
    const found = new Set<string>([...effects, ...evidence.map(({ effect }) => effect)]);
    const isDenied = ['outside', 'inline-code', 'privilege', 'system'].some((effect) => found.has(effect));
    const isHarmless = understood && [...effects].every((effect) => effect === 'reads' || effect === 'changes');
    const { decision, rules } = policy.judge(subject);
    if (rules.some(({ id }) => id.startsWith('gate-'))) continue;
    const isCore = subject.program.understanding().beyondCore() === undefined;
    expect([written, decision]).toEqual([written, isDenied ? 'deny' : isHarmless && isCore ? 'allow' : 'ask']);
    const inside = policy.judge(programSubject(written, { sandboxed: true, network: 'open' })).decision;
    if (isHarmless && !isDenied) expect([written, inside]).toEqual([written, 'allow']);
  }
});

test.each<[Decision, Parameters<typeof commandSubject>[1]]>([
  ['allow', { danger: 'safe' }],
  ['allow', { danger: 'mutating' }],
  ['ask', { danger: 'destructive' }],
])('%s: a command of the owner with %j', (decision, facts) => {
  expect(policy.judge(commandSubject('gmail send', facts)).decision).toBe(decision);
  const program = { ...programSubject('unlisted /etc/passwd'), ...facts, command: ['deploy', 'now'] };
  expect(policy.judge(program).decision).toBe(decision);
});

test('each rule has a reason and both kinds of examples, and all of them hold', () => {
  for (const rule of standardRulesAsWritten) {
    expect(rule.reason).toMatch(/^[A-Z].*\.$/);
    expect(rule.match.length).toBeGreaterThan(0);
    expect(rule.not_match.length).toBeGreaterThan(0);
  }
  expect(policy.examples().filter(({ holds }) => !holds)).toEqual([]);
});

test('each of its examples is decided as the rule says', () => {
  for (const { rule, kind, example, decision } of policy.examples()) {
    const own = policy.rules.find(({ id }) => id === rule)?.decision;
    if (kind === 'match') expect([rule, example, decision]).toEqual([rule, example, own]);
  }
});

test('it is what a file would be that says the same', () => {
  const written = policyOf({ default: 'ask', extends: 'nothing', rules: standardRulesAsWritten });
  expect(written.version).toBe(policy.version);
  expect(policyOf({ default: 'ask' }).version).toBe(policy.version);
});

test('a rule of the owner lets through what only the default asks about, and nothing that a rule denies', () => {
  const own = policyOf({
    default: 'ask',
    rules: [
      { id: 'npm', decision: 'allow', reason: 'Fine.', program: 'npm', match: ['npm test'], not_match: ['npx test'] },
      { id: 'git', decision: 'allow', reason: 'Fine.', program: 'git', match: ['git push'], not_match: ['npm test'] },
    ],
  });
  const decide = (line: string) => own.judge(programSubject(line)).decision;
  expect(
    ['npm test', 'timeout 5 npm test', 'git push', 'git -c core.pager=x log', 'npm --prefix /etc test'].map(decide),
  ).toEqual(['allow', 'allow', 'allow', 'deny', 'deny']);
});

test('a rule of the owner with the name of a standard rule takes its place', () => {
  const own = policyOf({
    default: 'ask',
    rules: [
      {
        id: 'inline-code',
        decision: 'ask',
        reason: 'A person looks at it.',
        command: 'shell',
        effects: 'inline-code',
        match: ['node -e 1'],
      },
    ],
  });
  expect(own.judge(programSubject('node -e 1')).decision).toBe('ask');
  expect(own.judge(programSubject('cat /etc/passwd')).decision).toBe('deny');
  expect(own.rules).toHaveLength(policy.rules.length);
});

test('without the standard rules only the own ones hold', () => {
  const own = policyOf({ default: 'deny', extends: 'nothing' });
  expect(own.rules).toEqual([]);
  expect(own.judge(programSubject('ls')).decision).toBe('deny');
});

test('an owner can allow every program inside the sandbox', () => {
  const sandboxed = {
    id: 'sandboxed',
    decision: 'allow',
    reason: 'The sandbox holds.',
    command: 'shell',
    when: 'sandboxed',
    match: ['npm test', 'unlisted'],
    not_match: [{ run: 'unlisted', sandboxed: false }],
  };
  const { policy: own, problems } = problemsOf({ default: 'ask', rules: [sandboxed] });
  expect(problems).toEqual([]);
  expect(own?.judge(programSubject('unlisted', { sandboxed: true })).decision).toBe('allow');
  expect(own?.judge(programSubject('unlisted')).decision).toBe('ask');
  expect(own?.judge(programSubject('cat /etc/passwd', { sandboxed: true })).decision).toBe('deny');
});
