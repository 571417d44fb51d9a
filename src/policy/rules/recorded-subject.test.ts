import { expect, test } from 'vitest';
import { Secrets } from '../../vocabulary/secrets.js';
import { understand } from '../understanding/understand.js';
import { readSubject, recordSubject } from './recorded-subject.js';
import type { PolicySubject } from './rule.js';
import { standardPolicy } from './standard-policy.js';
import { commandSubject, policyOf, programSubject, workspace } from './test-helpers.js';

function noFiles(): never {
  throw new Error("Today's files were used.");
}

/** As it stands in the log. */
function record(subject: PolicySubject, secrets: readonly string[] = []): string {
  return JSON.stringify(recordSubject(subject, Secrets.of(secrets), subject.program?.understanding()));
}

const policies = [
  standardPolicy(),
  policyOf({
    default: 'allow',
    extends: 'nothing',
    rules: [
      { id: 'a', decision: 'allow', reason: 'A.', program: 'npm', arguments: ['test'], match: ['npm test'] },
      { id: 'b', decision: 'deny', reason: 'B.', program: 'git', has: ['--force', '+*'], match: ['git push --force'] },
      { id: 'c', decision: 'ask', reason: 'C.', understood: false, match: ['unlisted'] },
      { id: 'd', decision: 'deny', reason: 'D.', directory: 'packages/*', effects: 'destroys', match: ['rm x'] },
    ],
  }),
];

test.each([
  'git status',
  'npm test',
  'timeout 60 npm test',
  'env A=b nice -n 5 npm test',
  "env -S 'npm test'",
  'cat /etc/passwd',
  'rm -r build',
  'sh -c id',
  "find . -name '*.ts' -exec rm {} ;",
  'xargs rm',
  'git -C . push origin +main',
  'unlisted --with=/etc/hosts',
  'sudo ls',
  './tool x',
  'ls --not-an-option',
  "printf '%s' 'two words' ''",
])('%s is judged from the log as it was judged then', (line) => {
  for (const directory of [workspace, `${workspace}/packages/a`]) {
    const subject = programSubject(line, { directory });

    const read = readSubject(JSON.parse(record(subject)), noFiles);

    const { understanding, ...facts } = subject.program;
    expect(read).toMatchObject({ redacted: false, subject: { command: ['shell'], program: facts } });
    expect(read?.subject.program?.understanding().steps).toEqual(understanding().steps);
    for (const policy of policies) {
      const { decision, rules } = policy.judge(subject);
      expect(policy.judge(read?.subject as PolicySubject)).toMatchObject({ decision, rules });
    }
    expect(read?.usesToday()).toBe(false);
  }
});

test('a command that is no program comes back whole', () => {
  const subject = commandSubject('note remove', { danger: 'destructive', sandboxed: true, door: 'cli' });

  expect(readSubject(JSON.parse(record(subject)), noFiles)?.subject).toEqual(subject);
});

test('what was understood is written down without what no rule looks at', () => {
  expect(JSON.parse(record(programSubject('timeout 60 rm -r build', { stdin: true })))).toEqual({
    v: 1,
    command: 'shell',
    danger: 'mutating',
    caller: 'agent',
    door: 'mcp-stdio',
    program: {
      name: 'timeout',
      file: '/usr/bin/timeout',
      args: ['60', 'rm', '-r', 'build'],
      directory: '.',
      workspace,
      stdin: true,
      understanding: { understood: true, effects: ['destroys'], core: false, steps: [['rm', '/usr/bin/rm', 2]] },
    },
  });
});

test('what nobody asked for is not recorded, and is worked out from the files of today when somebody does', () => {
  const subject = programSubject('timeout 5 cat ../x', { stdin: true });
  const written = JSON.parse(JSON.stringify(recordSubject(subject, Secrets.none)));
  const read = readSubject(written, (call) => understand(call, (name) => `/usr/bin/${name}`));

  expect(written.program).not.toHaveProperty('understanding');
  expect(read?.usesToday()).toBe(false);
  expect(standardPolicy().judge(read?.subject as PolicySubject).rules).toMatchObject([{ id: 'leaves-workspace' }]);
  expect(read?.usesToday()).toBe(true);
});

test.each([
  ['curl --token abcdef https://example.com', ['--token', '[REDACTED]', 'https://example.com']],
  ['curl --token=abcdef x', ['--token=[REDACTED]', 'x']],
  ['curl https://me:abcdef@example.com', ['https://me:[REDACTED]@example.com']],
  ["curl -H 'Authorization: Bearer abcDEF123456789'", ['-H', 'Authorization: Bearer [REDACTED]']],
  ['unlisted Bearer abcDEF123456789', ['[REDACTED]', '[REDACTED]']],
  ['unlisted x-abcdef-y z', ['[REDACTED]', 'z'], ['abcdef']],
])('%s: secrets are gone, and it says so', (line, args, secrets: readonly string[] = []) => {
  const text = record(programSubject(line), secrets);

  expect(JSON.parse(text)).toMatchObject({ redacted: true, program: { args } });
  expect(text.toLowerCase()).not.toContain('abcdef');
  expect(readSubject(JSON.parse(text), noFiles)).toMatchObject({ redacted: true });
});

test('a secret behind a wrapper, in a name or in a directory is gone as well', () => {
  const wrapped = record(programSubject('env -S "rm abcdef"'), ['abcdef']);
  const named = record(programSubject('./abcdef', { directory: `${workspace}/abcdef` }), ['abcdef']);

  expect(wrapped).not.toContain('abcdef');
  expect(named).not.toContain('abcdef');
  expect(JSON.parse(named)).toMatchObject({ redacted: true });
});

test.each([
  ['nothing', undefined],
  ['a text', 'shell'],
  ['another format', { ...JSON.parse(record(commandSubject('note list'))), v: 2 }],
  ['a door that is not known', { ...JSON.parse(record(commandSubject('note list'))), door: 'window' }],
  ['a program without arguments', { ...JSON.parse(record(commandSubject('note list'))), program: { name: 'ls' } }],
  [
    'an effect that is not known',
    JSON.parse(record(programSubject('ls')).replace('"effects":["reads"]', '"effects":["flies"]')),
  ],
])('%s is no subject', (_what, value) => {
  expect(readSubject(value, noFiles)).toBe(undefined);
});

test.each(['git status', 'npm test', 'cat src/index.ts', 'rm -r build', 'timeout 60 npm run build'])(
  '%s takes little room in the log',
  (line) => {
    expect(record(programSubject(line)).length).toBeLessThan(400);
  },
);

test('the programs of a list are all judged from the log, and what is secret in any of them is gone', () => {
  const subject = { ...programSubject('git status'), followedBy: [programSubject('rm -r sesame-open').program] };
  const read = readSubject(JSON.parse(record(subject)), understand as never);
  expect(standardPolicy().judge(read?.subject as PolicySubject).decision).toBe('ask');
  expect(read?.redacted).toBe(false);

  const written = record(subject, ['sesame-open']);
  expect(written).not.toContain('sesame-open');
  expect(readSubject(JSON.parse(written), noFiles)?.redacted).toBe(true);
  expect(readSubject({ ...JSON.parse(written), followed_by: [{ name: 1 }] }, noFiles)).toBeUndefined();
});
