// The policy as shipped: a coding agent can work, and its owner can sleep. What no rule speaks about is asked: what
// destroys, reaches other machines, runs code that nobody sees into, or is not understood. Because asking is the default
// and no rule, an owner's own rule can allow any of it. In a sandbox the system keeps the scope: what still asks there is
// what the sandbox would let happen. Outside, only the closed core runs without asking (understanding/core).

import { Policy } from './policy.js';
import { readRule } from './read-rule.js';
import type { Rule } from './rule.js';

/** As an owner would write them in a file. */
export const standardRulesAsWritten = [
  {
    id: 'leaves-workspace',
    decision: 'deny',
    reason: 'Programs stay inside the workspace.',
    instead: 'Use paths inside the workspace.',
    command: 'shell',
    effects: 'outside',
    match: [
      'cat /etc/passwd',
      'ls ..',
      'cp README.md ~/README.md',
      'grep -f /etc/shadow README.md',
      'tar -xf a.tar -C /tmp',
      'git -C /srv status',
      'unlisted --config=/etc/hosts',
      'cat .cmdgate/audit.jsonl',
      'env cat /etc/passwd',
    ],
    not_match: ['cat README.md', 'ls src', 'cat /dev/null', 'grep -e /etc/shadow README.md'],
  },
  {
    id: 'inline-code',
    decision: 'deny',
    reason: 'Inline code in arguments is not run.',
    instead: 'Write the code to a file in the workspace and run that file: a person is then asked.',
    command: 'shell',
    effects: 'inline-code',
    when: 'unsandboxed',
    match: [
      "sh -c '$CODE'",
      "bash -lc 'eval id'",
      'python3 -c "print(1)"',
      'node -e 1',
      'perl -ne print',
      'find . -name x -exec rm {} ;',
      'xargs rm',
      'git -c core.pager=id log',
      "timeout 5 sh -c 'f() { id; }; f'",
      'awk \'BEGIN { system("id") }\'',
    ],
    not_match: [
      'python3 build.py',
      'node build.js',
      'find . -name x',
      "awk '{ print $1 }' README.md",
      'npm test',
      // What can be read is judged as if it had been sent by itself.
      'sh -c id',
      "bash -lc 'rm -r build'",
      'find . -name x -exec wc -l {} +',
    ],
  },
  {
    id: 'other-rights',
    decision: 'deny',
    reason: "Programs run with the gate's own rights.",
    instead: 'Run the program itself, without sudo or similar; anything that needs other rights is up to the owner.',
    command: 'shell',
    effects: 'privilege',
    match: ['sudo ls', 'su root', 'doas cat README.md', 'chroot . ls', 'env sudo ls'],
    not_match: ['ls', 'grep sudo README.md'],
  },
  {
    id: 'changes-system',
    decision: 'deny',
    reason: 'Processes, settings of the system and the files that control the gate are not changed.',
    instead: 'Use "runs cancel <id>" to end one of your own runs; everything else is up to the owner.',
    command: 'shell',
    effects: 'system',
    match: ['kill 1', 'systemctl stop sshd', 'crontab -r', 'shutdown now', 'nohup pkill node'],
    not_match: ['ls', 'sleep 1', 'date'],
  },
  {
    id: 'gate-itself',
    decision: 'deny',
    reason: 'The gate does not run itself: nobody approves their own requests.',
    instead: 'Use the gate you are connected to; only a person can give approvals.',
    command: 'shell',
    program: ['cmdgate', 'cmdgate.js'],
    match: ['cmdgate approvals approve a1', 'env cmdgate serve', 'node_modules/.bin/cmdgate help'],
    not_match: ['ls', 'grep cmdgate README.md'],
  },
  {
    id: 'gate-by-launcher',
    decision: 'deny',
    reason: 'The gate does not run itself: nobody approves their own requests.',
    instead: 'Use the gate you are connected to; only a person can give approvals.',
    command: 'shell',
    program: ['npx', 'pnpx', 'bunx', 'node', 'bun', 'deno'],
    has: ['cmdgate', 'cmdgate@*', '*/cmdgate', 'cmdgate.js', '*/cmdgate.js'],
    match: ['npx cmdgate approvals', 'npx -y cmdgate@1 serve', 'node node_modules/cmdgate/bin/cmdgate.js approvals'],
    not_match: ['npx vitest', 'node build.js', 'npm install cmdgate'],
  },
  {
    id: 'understood',
    decision: 'allow',
    reason: 'It only reads and changes files in the workspace.',
    command: 'shell',
    onlyEffects: ['reads', 'changes'],
    match: [
      'ls -la src',
      'cat README.md',
      'git status',
      'git commit -m "a message"',
      'mkdir -p src/new',
      "sed -n '1,20p' README.md",
      'timeout 5 grep -rn TODO src',
      "bash -c 'ls src | head'",
      { run: 'xxd README.md', sandboxed: true },
      { run: 'tar -cf a.tar src', sandboxed: true },
    ],
    not_match: [
      'rm -r build',
      'git push',
      'git reset --hard',
      'npm test',
      'timeout 5 npm test',
      'curl https://example.com',
      'make',
      './run.sh',
      'unlisted',
      'ls --not-an-option',
      'cat ../x',
      // Outside of a sandbox it is not enough that the table of programs finds nothing else.
      'xxd README.md',
      "awk '{ print > $1 }' README.md",
      'tar -cf a.tar src',
      'env -i cat README.md',
      'sort --compress-program=x README.md',
      'git log --output=x',
      'touch .envrc',
    ],
  },
  {
    id: 'sandboxed',
    decision: 'allow',
    reason: 'The sandbox confines it to the workspace.',
    command: 'shell',
    when: 'sandboxed',
    network: 'off',
    noEffects: ['destroys', 'outside', 'privilege', 'system', 'repository'],
    match: [
      'npm test',
      'timeout 60 npm test',
      'node test.js',
      'node -e 1',
      'sh -c id',
      'make',
      './run.sh',
      'cargo test',
      'git push',
      'unlisted',
      'find . -name x -exec wc -l {} ;',
    ],
    not_match: [
      'rm -r build',
      'bash -c "rm -r build"',
      'git reset --hard',
      'git clean -fd',
      'find . -delete',
      'mv .git old',
      'git config core.editor vi',
      'git remote set-url origin https://example.org/x.git',
      'xargs rm',
      'cat ../x',
      'sudo npm test',
      'kill 1',
      { run: 'npm test', sandboxed: false },
      { run: 'npm test', network: 'listed' },
      { run: 'npm test', network: 'open' },
    ],
  },
  {
    id: 'sandboxed-with-list',
    decision: 'allow',
    reason: 'The sandbox confines it to the workspace and the hosts that the owner lists.',
    command: 'shell',
    when: 'sandboxed',
    network: 'listed',
    noEffects: ['destroys', 'network', 'outside', 'privilege', 'system', 'repository'],
    match: ['npm test', 'node -e 1', './run.sh', 'unlisted'],
    not_match: ['git push', 'npm install', 'rm -r build', 'cat ../x', { run: 'npm test', network: 'open' }],
  },
  {
    id: 'own-commands',
    decision: 'allow',
    reason: 'The owner defined it, and it is not destructive.',
    danger: ['safe', 'mutating'],
    unless: { command: 'shell' },
    match: ['gmail send', { command: 'gmail list', danger: 'safe' }, { run: 'deploy --now', command: 'deploy' }],
    not_match: [
      { command: 'gmail purge', danger: 'destructive' },
      { run: 'ls', command: 'shell' },
    ],
  },
] as const;

let rules: readonly Rule[] | undefined;

export function standardRules(): readonly Rule[] {
  rules ??= standardRulesAsWritten.map((written) => {
    const rule = readRule(written, [], (path, { message }) => {
      throw new TypeError(`The standard rule ${written.id} is wrong at ${path.join('.')}: ${message}`);
    });
    return rule as Rule;
  });
  return rules;
}

export function standardPolicy(): Policy {
  return new Policy(standardRules(), 'ask');
}
