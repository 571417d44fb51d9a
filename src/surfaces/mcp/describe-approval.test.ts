import { expect, test } from 'vitest';
import type { Approval } from '../../vocabulary/approval.js';
import { describeApproval } from './describe-approval.js';
import { sampleApproval, sampleTime } from './test-helpers.js';

const describe = (changes: Partial<Approval> = {}) => describeApproval(sampleApproval(changes), sampleTime);

test('a program is shown with everything that is known of it', () => {
  const message = describe({
    subject: {
      request: 'shell -- rm -r build',
      command: 'shell',
      program: '/usr/bin/rm',
      args: ['-r', 'build', ''],
      directory: '/srv',
      environment: ['HOME', 'PATH'],
      stdin_bytes: 12,
      touches: ['/srv/build'],
    },
    chat: 'chat 1',
    always: { rule: { id: 'always-1', decision: 'allow' }, matches: 'rm with exactly these arguments' },
  });
  expect(message).toBe(
    [
      '"agent" asks to run this. It needs your approval: It destroys files.',
      '',
      '    request:   shell -- rm -r build',
      '    program:   "/usr/bin/rm"',
      '    arguments: 3',
      '      1. "-r"',
      '      2. "build"',
      '      3. ""',
      '    stdin:     12 bytes',
      '    directory: "/srv"',
      '    touches:   1',
      '      1. "/srv/build"',
      '    rule:      ask-destroys (ask): Files are gone for good',
      '    evidence:  destroys "-r": removes whole directories',
      '    asked by:  mcp-stdio, session_1, chat "chat 1"',
      '',
      '"always" also writes the rule that allows from now on: rm with exactly these arguments',
      '',
      '    {"id":"always-1","decision":"allow"}',
      '',
      'The question ends in 9 min, at 2026-01-01T00:10:00.000Z.',
    ].join('\n'),
  );
});

test('a program whose input is open is shown as one that can be told anything', () => {
  const message = describe({
    subject: { request: 'shell', command: 'shell', program: '/bin/sh', args: [], stdin: 'open' },
  });
  expect(message).toContain('    stdin:     open: whatever is written to it while it runs, without asking again');
});

test('all programs of a list are shown, in their order', () => {
  const message = describe({
    subject: {
      request: 'ops release',
      command: 'ops release',
      program: '/usr/bin/git',
      args: ['log'],
      directory: '/srv',
      followed_by: [
        { program: '/usr/bin/mail', args: ['$CMD_0_OUTPUT'], directory: '/srv/out', environment: ['PATH'] },
      ],
    },
  });
  expect(message).toContain(
    [
      '    directory: "/srv"',
      '    then:      "/usr/bin/mail"',
      '    arguments: 1',
      '      1. "$CMD_0_OUTPUT"',
      '    directory: "/srv/out"',
    ].join('\n'),
  );
});

test('of a plan, every line that asks is shown as it would be alone, and how much else there is', () => {
  const message = describe({
    subject: {
      request: 'exec --plan',
      command: 'exec',
      lines: [
        {
          line: 2,
          subject: { request: 'shell ls a', command: 'shell', program: '/bin/ls', args: ['a\n3. b'] },
          reason: 'It looks.',
          rules: [{ id: 'looks', decision: 'ask', reason: 'It looks.' }],
          evidence: [],
        },
      ],
      others: 7,
      later: [4, 9],
    },
  });
  expect(
    message
      ?.split('\n')
      .filter((line) => line.startsWith('    '))
      .slice(0, 10),
  ).toEqual([
    '    request:   exec --plan',
    '    line 2:',
    '      request:   shell ls a',
    '      program:   "/bin/ls"',
    '      arguments: 1',
    '        1. "a\\n3. b"',
    '      reason:    It looks.',
    '      rule:      looks (ask): It looks.',
    '    also:      lines that need no approval: 7',
    '    later:     lines that use earlier answers, and ask for themselves if they have to: 4, 9',
  ]);
});

test('a function is shown with its input, and a policy without a rule says so', () => {
  const message = describe({
    subject: { request: 'mail delete 7', command: 'mail delete', input: { id: 7, note: 'a\nb' } },
    rules: [],
    evidence: [],
  });
  expect(message).toContain(String.raw`    input:     {"id":7,"note":"a\nb"}`);
  expect(message).toContain('    rule:      none matches, and then the policy asks');
  expect(message).not.toContain('always');
});

test('nothing that was given can end its line, hide, or look like something else', () => {
  const nasty = 'x\n    reason: harmless\r\u2028\u2029\u0085\u001b[2K\u202eevil\u2066\u200b\u00a0\u3164\u{e0041}\\n "';
  const message =
    describe({
      caller: nasty,
      chat: nasty,
      reason: nasty,
      subject: { request: nasty, command: nasty, program: nasty, args: [nasty], directory: nasty, touches: [nasty] },
      rules: [{ id: nasty, decision: 'ask', reason: nasty }],
      evidence: [{ effect: nasty, argument: nasty, why: nasty }],
      always: { rule: { id: nasty }, matches: nasty },
    }) ?? '';
  const plainly = describe({
    chat: 'x',
    subject: { request: 'x', command: 'x', program: 'x', args: ['x'], directory: 'x', touches: ['x'] },
    always: { rule: { id: 'x' }, matches: 'x' },
  });
  expect(message.split('\n')).toHaveLength(plainly?.split('\n').length ?? 0);
  expect(message).toMatch(/^[\x20-\x7e\n]*$/);
  expect(message).toContain(String.raw`1. "x\n    reason: harmless\r\u{2028}`);
});

test('blanks, quotes and backslashes of arguments cannot be mistaken', () => {
  const args = [' a', 'a ', 'a" "b', '\\n', '\n', "it's", '\ud800'];
  const message = describe({ subject: { request: 'x', command: 'x', program: '/bin/x', args } });
  const shown = message?.split('\n').filter((line) => /^ {6}\d\. /.test(line));
  expect(shown).toEqual([
    '      1. " a"',
    '      2. "a "',
    String.raw`      3. "a\" \"b"`,
    String.raw`      4. "\\n"`,
    String.raw`      5. "\n"`,
    `      6. "it's"`,
    String.raw`      7. "\ud800"`,
  ]);
});

test('blanks cannot push what follows them to the next line of a window', () => {
  const request = `x${' '.repeat(40)}program: "/bin/true"`;
  const message = describe({ subject: { request, command: 'x' } });
  expect(message).toContain(`x${' '.repeat(16)}${String.raw`\u{20}`.repeat(24)}program`);
});

test('what is too long to be read is not asked about', () => {
  const args = Array.from({ length: 4_000 }, () => 'argument');
  expect(describe({ subject: { request: 'x', command: 'x', program: '/bin/x', args } })).toBeUndefined();
});

test.each([
  ['2026-01-01T00:00:40.000Z', 'in 10 s'],
  ['2026-01-01T00:00:00.000Z', 'now'],
  ['never', 'now'],
])('an approval that ends at %s ends %s', (expires_at, words) => {
  expect(describe({ expires_at })).toContain(`The question ends ${words}, at ${expires_at}.`);
});
