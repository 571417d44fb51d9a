import { expect, test } from 'vitest';
import type { Approval } from '../../vocabulary/approval.js';
import { localTimeWithZone } from '../../vocabulary/readable-time.js';
import { approvalMessage } from './approval-message.js';
import { sampleApproval, sampleTime } from './test-helpers.js';

const describe = (changes: Partial<Approval> = {}) => approvalMessage(sampleApproval(changes), sampleTime);

test('a program is shown with everything that is known of it', () => {
  const message = describe({
    subject: {
      request: 'shell -- rm -r build',
      command: 'shell',
      program: '/usr/bin/rm',
      args: ['-r', 'build', ''],
      directory: '/srv',
      environment: ['HOME', 'PATH'],
      variables: { MODE: 'fast' },
      stdin_bytes: 12,
      stdin_text: 'first\nsecond',
      touches: ['/srv/build'],
      contents: [{ path: '/srv/build', files: 2, directories: 1, bytes: 40, names: ['a', 'b'] }],
    },
    chat: 'chat 1',
    always: { rule: { id: 'always-1', decision: 'allow' }, matches: 'rm with exactly these arguments' },
  });
  expect(message).toBe(
    [
      '"agent" asks to run this. It needs your approval: It destroys files.',
      '',
      '    Request      shell -- rm -r build',
      '    Asked by     agent through mcp-stdio, session session_1, chat "chat 1", run run_1',
      '    Command      shell',
      '    Program      /usr/bin/rm',
      '    Arguments    1 "-r"',
      '                 2 "build"',
      '                 3 ""',
      '    Stdin        12 bytes:',
      '                 1 "first\\n"',
      '                 2 "second"',
      '    Directory    /srv',
      '    Variables    "MODE=fast"',
      '    Touches      /srv/build',
      '    Contains     /srv/build: 2 files and 1 directory, 40 bytes: a b',
      '    Reason       It destroys files.',
      '    Rule         ask-destroys (ask): Files are gone for good',
      '    Evidence     destroys at "-r": removes whole directories',
      '    Policy       version version-1',
      `    Approval     approval_1, expires ${localTimeWithZone('2026-01-01T00:10:00.000Z')}`,
      '',
      '"always" also writes this rule, which allows from now on:',
      '',
      '    Rule         {',
      '                   "id": "always-1",',
      '                   "decision": "allow"',
      '                 }',
      '    Matches      rm with exactly these arguments',
      '',
      'This approval expires in 9 min, at 2026-01-01T00:10:00.000Z.',
    ].join('\n'),
  );
});

test('a program whose input is open is shown as one that can be told anything', () => {
  const message = describe({
    subject: { request: 'shell', command: 'shell', program: '/bin/sh', args: [], stdin: 'open' },
  });
  expect(message).toContain('    Stdin        open: anything can be written to it while it runs, without asking again');
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
      '    Directory    /srv',
      '    Then         /usr/bin/mail',
      '    Arguments    1 "$CMD_0_OUTPUT"',
      '    Directory    /srv/out',
    ].join('\n'),
  );
});

test('of a plan, every line that asks is shown as it would be alone, and so is every other one', () => {
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
      others: 1,
      later: [4],
      rest: [
        { line: 1, subject: { request: 'note add', command: 'note add', input: { text: 'p\u0430th' } } },
        { line: 4, written: { command: 'note show', options: {}, input: { id: '$1.id' } } },
      ],
    },
  });
  expect(
    message
      ?.split('\n')
      .filter((line) => line.startsWith('    '))
      .slice(2, -3),
  ).toEqual([
    '    Line 2       shell ls a',
    '    Command      shell',
    '    Program      /bin/ls',
    '    Arguments    1 "a\\n3. b"',
    '    Reason       It looks.',
    '    Rule         looks (ask): It looks.',
    '    Also         lines that need no approval: 1',
    '    Later        lines that use earlier answers; each asks separately if it must: 4',
    '    Line 1       note add',
    '    Command      note add',
    '    Input        {',
    '                   "text": "p\u0430th"',
    '                   some letters may be look-alikes; in ASCII: "text": "p\\u0430th"',
    '                 }',
    '    Line 4       {',
    '                   "command": "note show",',
    '                   "options": {},',
    '                   "input": {',
    '                     "id": "$1.id"',
    '                   }',
    '                 }',
  ]);
});

test('a function is shown with its input, and a policy without a rule says so', () => {
  const message = describe({
    subject: { request: 'mail delete 7', command: 'mail delete', input: { id: 7, note: 'a\nb' } },
    rules: [],
    evidence: [],
  });
  expect(message).toContain(String.raw`"note": "a\nb"`);
  expect(message).toContain('    Rule         no rule matches; the policy asks by default');
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
  const isWarning = (line: string) => line.startsWith('                   contains hidden characters: ');
  const lines = message.split('\n');
  expect(lines.filter((line) => !isWarning(line))).toHaveLength(plainly?.split('\n').length ?? 0);
  // The request, who asks, the command, the program, its argument and directory, a path, the evidence, what is matched.
  expect(lines.filter(isWarning)).toHaveLength(9);
  expect(message).toMatch(/^[\x20-\x7e\n]*$/);
  expect(message).toContain(String.raw`1 "x\n \x20\x20\x20reason: harmless\r\u2028`);
});

test('blanks, quotes and backslashes of arguments cannot be mistaken', () => {
  const args = [' a', 'a ', 'a" "b', '\\n', '\n', "it's", '\ud800'];
  const message = describe({ subject: { request: 'x', command: 'x', program: '/bin/x', args } });
  const shown = message?.split('\n').filter((line) => / \d "/.test(line));
  expect(shown?.map((line) => line.slice(17))).toEqual([
    String.raw`1 "\x20a"`,
    String.raw`2 "a\x20"`,
    String.raw`3 "a\" \"b"`,
    String.raw`4 "\\n"`,
    String.raw`5 "\n"`,
    `6 "it's"`,
    String.raw`7 "\ud800"`,
  ]);
});

test('letters that look like others are told apart', () => {
  const args = ['-r', 'bu\u0456ld'];
  const message = describe({ subject: { request: 'x', command: 'x', program: '/bin/rm', args } });
  expect(message).toContain(String.raw`in ASCII: "bu\u0456ld"`);
});

test('blanks cannot push what follows them to the next line of a window', () => {
  const request = `x${' '.repeat(40)}program: "/bin/true"`;
  const message = describe({ subject: { request, command: 'x' } });
  expect(message).toContain(`x ${String.raw`\x20`.repeat(39)}program`);
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
  expect(describe({ expires_at })).toContain(`This approval expires ${words}, at ${expires_at}.`);
});
