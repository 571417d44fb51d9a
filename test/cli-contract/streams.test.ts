// What goes where: stdout is data, stderr is for people, and nothing else gets in between.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDirectory } from '../cli/process.js';
import {
  ask,
  contractCli,
  type Envelope,
  filesIn,
  fixture,
  inShell,
  onTerminal,
  startContractCli,
} from './contract-cli.js';

const escapeCode = '\x1b';

test('REQ-F-003: a pipe gets JSON, and so does a terminal of CI; a person gets text', async () => {
  const piped = await ask(['list']);
  const [ci, person] = await Promise.all([onTerminal(['list'], { CI: '1' }), onTerminal(['list'])]);
  expect(piped.envelope.data).toHaveLength(3);
  expect(JSON.parse(ci).data).toEqual(piped.envelope.data);
  expect(person).toContain('item 2');
  expect(person).not.toContain('{');
});

test('REQ-F-006: what a handler throws is one document, and its inside is on stderr alone', async () => {
  const { stdout, stderr, envelope } = await ask(['throws']);
  expect(envelope.error.code).toBe('EXECUTION_ERROR');
  expect([stdout.includes('secret of the inside'), stderr.includes('secret of the inside')]).toEqual([false, true]);
});

test('REQ-F-060: whatever prints to stdout, it stays one document, and the text is a warning', async () => {
  const { envelope, stderr } = await ask(['loud']);
  const text = 'from the console\nfrom the stream\nfrom the descriptor\nfrom bytes\nfrom a file of that number';
  expect({ data: envelope.data, warnings: envelope.warnings }).toEqual({
    data: { quiet: true },
    warnings: [{ code: 'THIRD_PARTY_STDOUT', message: text }],
  });
  expect(stderr.split('\n').sort()).toEqual(`${text}\n`.split('\n').sort());
});

test('REQ-F-060: what a line of a plan prints is a warning of its answer', async () => {
  const input = ['fine', 'loud', 'fine'].map((_cmd) => JSON.stringify({ _cmd })).join('\n');
  const { stdout } = await contractCli(['exec'], { input });
  const answers: Envelope[] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual([[], ['THIRD_PARTY_STDOUT'], []]);
});

test('REQ-F-060: other files are written as ever', async () => {
  const { envelope } = await ask(['written']);
  expect({ data: envelope.data, warnings: envelope.warnings }).toEqual({ data: { bytesWritten: 4 }, warnings: [] });
});

test.each([['steering'], ['steering', '--fail']])(
  'REQ-F-007: %s %s sends nothing that steers a terminal',
  async (...words) => {
    const [piped, shown, json] = await Promise.all([
      contractCli(words),
      onTerminal(words, { NO_COLOR: '1' }),
      onTerminal([...words, '--output', 'json']),
    ]);
    for (const text of [piped.stdout, piped.stderr, shown, json]) {
      expect([text.includes(escapeCode), text.includes('\r'), text.includes('\x07')]).toEqual([false, false, false]);
    }
  },
);

test.each([{ NO_COLOR: '' }, { CI: 'true' }, { GITHUB_ACTIONS: 'true' }, { JENKINS_URL: 'x' }, { TERM: 'dumb' }])(
  'REQ-F-008: with %j there is no escape sequence on either stream',
  async (environment) => {
    const screens = await Promise.all(
      [['logs'], ['missing'], ['list'], ['--help']].map((words) => onTerminal(words, { ...environment })),
    );
    expect(screens.filter((screen) => screen.includes(escapeCode))).toEqual([]);
  },
);

test('REQ-F-008: without any of these a terminal has colours', async () => {
  expect(await onTerminal(['missing'])).toContain(escapeCode);
});

test('REQ-F-038, REQ-O-008: off a terminal only warnings and errors are logged, unless more is asked for', async () => {
  const [plain, verbose, debug, quiet] = await Promise.all([
    ask(['logs']),
    ask(['logs', '--verbose']),
    ask(['logs', '--debug']),
    ask(['logs', '--quiet']),
  ]);
  const levels = (text: string) => [...text.matchAll(/^(\w+):/gm)].map(([, level]) => level);
  expect(levels(plain.stderr)).toEqual(['warn', 'error']);
  expect(levels(verbose.stderr)).toEqual(['info', 'warn', 'error', 'info']);
  expect(levels(debug.stderr)).toEqual(['debug', 'debug', 'info', 'warn', 'error', 'info', 'debug']);
  expect(quiet.stderr).toBe('');
});

test('REQ-F-051: what is secret is on neither stream, also in --debug', async () => {
  const secret = 'tr0ub4dor-and-3';
  const environment = { AWS_SECRET_ACCESS_KEY: 'aws-secret-value-1234' };
  const { stdout, stderr } = await ask(['logs', '--debug', '--token', secret], { environment });
  expect(stderr).toContain('[REDACTED]');
  for (const text of [stdout, stderr]) {
    expect([text.includes(secret), text.includes(environment.AWS_SECRET_ACCESS_KEY)]).toEqual([false, false]);
  }
});

test.each([['--help'], ['help'], ['fine', '--help'], ['help', 'fine'], ['exec', '--help'], []])(
  'REQ-F-048: %s %s off a terminal is help on stderr and a document on stdout',
  async (...words) => {
    const { envelope, stderr, code } = await ask(words.filter((word) => word !== undefined));
    expect({ code, help: envelope.meta.help, error: envelope.error }).toEqual({ code: 0, help: true, error: null });
    expect(stderr).toContain(envelope.data.description);
    expect(envelope.data.description).toEqual(expect.any(String));
  },
);

test('REQ-F-048: at a terminal it is help on stdout, once', async () => {
  const screen = await onTerminal(['--help'], { NO_COLOR: '1' });
  expect([screen.match(/Usage:/g)?.length, screen.includes('{"ok"')]).toEqual([1, false]);
});

test('REQ-F-053: lines of a stream come as they are made', async () => {
  const child = startContractCli(['stream', '--count', '3', '--ms', '700', '--format', 'jsonl']);
  child.stdin.end();
  const arrivals: { at: number; line: string }[] = [];
  let rest = '';
  for await (const chunk of child.stdout) {
    const [...lines] = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) arrivals.push({ at: performance.now(), line });
  }
  expect(arrivals.map(({ line }) => JSON.parse(line).n ?? JSON.parse(line).data)).toEqual([
    1,
    2,
    3,
    { _summary: true, count: 3 },
  ]);
  // Had they been kept, all would have come at once.
  expect((arrivals[2]?.at ?? 0) - (arrivals[0]?.at ?? 0)).toBeGreaterThan(700);
});

test('REQ-F-053: the last write is whole, however large', async () => {
  const { code, stdout } = await inShell(`'${process.execPath}' '${fixture}' large | (sleep 1; wc -c)`);
  expect(code).toBe(0);
  expect(Number(stdout)).toBeGreaterThan(5_000_000 * 0.9);
});

test('REQ-F-056: the width of a terminal breaks no text', async () => {
  const screen = await onTerminal(['url', '--output', 'json'], { COLUMNS: '20' });
  expect(JSON.parse(screen).data.url).toHaveLength(220);
});

test.each([['--help'], ['--version'], [], ['fine', '--help'], ['schema'], ['manifest']])(
  'REQ-F-068: %s %s leaves nothing behind and needs no home',
  async (...words) => {
    const cwd = makeDirectory();
    const home = makeDirectory();
    const environment = { HOME: '/nonexistent', XDG_STATE_HOME: home, XDG_CACHE_HOME: home, TMPDIR: home };
    const given = words.filter((word) => word !== undefined);
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(given, { cwd, environment })));
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect([filesIn(cwd), filesIn(home)]).toEqual([{}, {}]);
  },
);

test('REQ-F-072: no line ends with a carriage return', async () => {
  const answers = await Promise.all(
    [['--help'], ['fine'], ['missing'], ['logs'], ['list', '--format', 'text']].map((words) => contractCli(words)),
  );
  expect(answers.filter(({ stdout, stderr }) => `${stdout}${stderr}`.includes('\r'))).toEqual([]);
});

test('REQ-F-076: the first run in an empty home is like the second', async () => {
  const home = join(makeDirectory(), 'home');
  mkdirSync(home);
  const environment = { HOME: home, XDG_STATE_HOME: join(home, 'state'), XDG_CACHE_HOME: join(home, 'cache') };
  const first = await ask(['fine'], { environment });
  const second = await ask(['fine'], { environment });
  expect(first.stderr).toBe(second.stderr);
  expect([first.code, Object.keys(first.envelope.meta), first.envelope.data]).toEqual([
    ...[second.code, Object.keys(second.envelope.meta), second.envelope.data],
  ]);
});

test.each([
  ['tsv', 'id\tnote\n0\titem 0\n1\titem 1\n2\titem 2\n'],
  ['plain', expect.stringContaining('item 2')],
])('REQ-O-001: %s is for other programs', async (format, stdout) => {
  expect(await contractCli(['list', '--output', format])).toEqual({ code: 0, stdout, stderr: '' });
});

test('REQ-O-004: a list is one object a line, and the last line tells the rest', async () => {
  const { stdout } = await contractCli(['list', '--output', 'jsonl']);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.slice(0, 3)).toEqual([0, 1, 2].map((id) => ({ id, note: `item ${id}` })));
  expect(lines.slice(3)).toMatchObject([{ ok: true, data: { _summary: true, count: 3 }, meta: { exit_code: 0 } }]);
});
