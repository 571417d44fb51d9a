import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../../test/fixtures/bundle.js';

// A process of its own with a real gate, because a terminal, a pipe and their ends belong to a process.
const program = `
import { setTimeout as wait } from 'node:timers/promises';
import { createGate } from '../../gate/gate.js';
import { readDefinitions } from '../../sources/typescript/read-definitions.js';
import { arg } from '../../sources/typescript/arg.js';
import { CommandError } from '../../vocabulary/gate-error.js';
import { runRepl } from './run-repl.js';

const text = [{ name: 'text', type: 'string', required: true, description: 'Text' }];
const gate = createGate({
  name: 'office',
  version: '1.2.3',
  workspace: process.env.WORKSPACE,
  commands: readDefinitions({
    echo: { description: 'Echo', arguments: text, handler: (args) => args.text },
    events: {
      description: 'Events',
      arguments: [{ name: '--order', type: 'string', enum: ['rising', 'falling'], description: 'Order' }],
      handler: (_args, context) => {
        context.message('Found 2 events');
        return { events: [{ id: 1, name: 'Lunch' }, { id: 20, name: 'Tea \\u001b[31m\\u0007' }] };
      },
    },
    fail: { description: 'Fail', handler: () => { throw new CommandError('NOT_FOUND', 'No such thing.', { hint: 'Look.' }); } },
    pause: { description: 'Pause', handler: async () => { await wait(150); return 'paused'; } },
    big: { description: 'Big', arguments: text, handler: (args) => args.text + 'x'.repeat(1_500_000) },
    note: { description: 'Note', handler: (_args, context) => { context.log.warn('look out'); return 'noted'; } },
    hang: {
      description: 'Hang',
      handler: async (_args, context) => {
        context.log.info('hanging');
        context.progress(1, 4, 'working');
        await wait(60_000, undefined, { signal: context.signal });
      },
    },
    stuck: {
      description: 'Stuck',
      args: {
        x: arg({ '~standard': { version: 1, vendor: 'test', validate: (x) => (x === 'go' ? new Promise(() => {}) : { value: x }) } }, { description: 'X', positional: true }),
      },
      handler: () => null,
    },
    login: {
      description: 'Log in',
      arguments: [
        { name: '--password', type: 'string', required: true, secret: true, description: 'Password' },
        { name: '--pin', type: 'string', secret: true, description: 'Pin' },
      ],
      handler: () => 'welcome',
    },
  }),
});
const controller = new AbortController();
process.on('SIGTERM', () => controller.abort());
const [mode, format] = process.argv.slice(2);
process.exitCode = await runRepl({
  gate,
  caller: { name: 'local', may: 'everything' },
  session: { id: 'test', workspace: gate.workspace, directory: gate.workspace },
  input: process.stdin,
  output: process.stdout,
  errorOutput: process.stderr,
  terminal: mode === 'terminal',
  stdinMode: mode === 'stdin',
  historyFile: process.env.HISTORY,
  format,
  color: false,
  signal: controller.signal,
});
await gate.close();
if (process.exitCode === 130) process.exit();
`;

let directory: string;
let script: string;
let history: string;
const children: ChildProcessWithoutNullStreams[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'cmdgate-repl-'));
  script = join(directory, 'program.mjs');
  history = join(directory, 'history');
  const source = join(directory, 'program.ts');
  const here = (path: string) => `from '${join(import.meta.dirname, path)}'`;
  writeFileSync(
    source,
    program.replace(/from '(\.[^']*)\.js'/g, (_, path: string) => here(`${path}.ts`)),
  );
  await bundle(source, script);
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(history, { force: true });
});

afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

function start(command: string, args: readonly string[]): ChildProcessWithoutNullStreams {
  const { PATH } = process.env;
  const child = spawn(command, args, { env: { PATH, TERM: 'xterm', WORKSPACE: directory, HISTORY: history } });
  children.push(child);
  child.stdin.on('error', () => undefined);
  return child;
}

interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function finish(child: ChildProcessWithoutNullStreams): Promise<Finished> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}

function piped(input: string | Buffer, format = 'acli'): Promise<Finished> {
  const child = start(process.execPath, [script, 'stdin', format]);
  child.stdin.end(input);
  return finish(child);
}

const answers = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('piped lines are answered in order, one line each, also those after the end of the input', async () => {
  const { code, stdout, stderr } = await piped('# a comment\necho one\n\n  \npause\r\necho "two words"\necho last');
  expect(answers(stdout).map(({ success, data }) => ({ success, data }))).toEqual([
    { success: true, data: 'one' },
    { success: true, data: 'paused' },
    { success: true, data: 'two words' },
    { success: true, data: 'last' },
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('piped lines that fail are answered too, and make the exit code 1', async () => {
  const input = Buffer.concat([
    Buffer.from('echo one\nnothing\nfail\necho "open\necho '),
    Buffer.from([0xff, 0xfe]),
    Buffer.from(`\necho ${'x'.repeat(1_100_000)}\necho ${'y'.repeat(20_000)}\necho end\n`),
  ]);
  const { code, stdout } = await piped(input);
  expect(code).toBe(1);
  expect(answers(stdout).map(({ data, error }) => data ?? error.code)).toEqual([
    'one',
    'COMMAND_NOT_FOUND',
    'EXECUTION_ERROR',
    'PARSE_ERROR',
    'PARSE_ERROR',
    'PARSE_ERROR',
    'PARSE_ERROR',
    'end',
  ]);
});

test('piped lines can be answered with envelopes or as text', async () => {
  const json = await piped('echo one\nfail\n', 'json');
  expect(answers(json.stdout).map(({ ok, data, error }) => ({ ok, data, code: error?.code }))).toEqual([
    { ok: true, data: { value: 'one' }, code: undefined },
    { ok: false, data: null, code: 'NOT_FOUND' },
  ]);
  const text = await piped('events\nfail\nnote\n', 'text');
  expect(text).toMatchInlineSnapshot(`
    {
      "code": 1,
      "stderr": "error: No such thing. [NOT_FOUND]
    hint:  Look.
    warn: look out
    ",
      "stdout": "Found 2 events
    id  name
     1  Lunch
    20  Tea \\x07
    noted
    ",
    }
  `);
});

test('a line can choose its own format', async () => {
  const { stdout } = await piped('echo one\necho two --format text\n', 'json');
  const [first, second] = stdout.trimEnd().split('\n');
  expect(JSON.parse(first ?? '')).toMatchObject({ ok: true });
  expect(second).toBe('two');
});

test('exit ends piped input', async () => {
  const { code, stdout } = await piped('echo one\nexit\necho two\n', 'text');
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'one\n' });
});

test('a slow reader gets every answer whole', async () => {
  const child = start(process.execPath, [script, 'stdin', 'acli']);
  const letters = ['a', 'b', 'c', 'd'];
  child.stdin.end(letters.map((letter) => `big ${letter}\n`).join(''));
  // Nobody reads until the program has had time to run ahead of its reader.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { code, stdout } = await finish(child);
  expect(code).toBe(0);
  expect(answers(stdout).map(({ data }) => [data[0], data.length])).toEqual(
    letters.map((letter) => [letter, 1_500_001]),
  );
});

test('a reader that leaves ends the session quietly', async () => {
  const child = start(process.execPath, [script, 'stdin', 'acli']);
  const lines = Array.from({ length: 200 }, (_, index) => `big ${index}\n`).join('');
  child.stdin.end(lines);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  const { code, stderr } = await finish(child);
  expect({ code, stderr }).toEqual({ code: 141, stderr: '' });
});

test('a signal cancels the command that runs, answers it and ends the session', async () => {
  const child = start(process.execPath, [script, 'stdin', 'acli']);
  child.stdin.write('echo one\nhang\necho never\n');
  const finished = finish(child);
  await once(child.stderr, 'data');
  child.kill('SIGTERM');
  const { code, stdout, stderr } = await finished;
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'info: hanging\n' });
  expect(answers(stdout).map(({ data, error }) => data ?? error.details[0].code)).toEqual(['one', 'CANCELED']);
});

/** Somebody at a terminal. */
class Person {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<number | null>;
  #screen = '';
  #seen = 0;

  constructor() {
    const inside = `stty cols 80 rows 24; exec '${process.execPath}' '${script}' terminal text`;
    const args =
      process.platform === 'darwin' ? ['-q', '/dev/null', 'sh', '-c', inside] : ['-qec', inside, '/dev/null'];
    this.#child = start('script', args);
    this.#child.stdout.on('data', (chunk: Buffer) => {
      this.#screen += chunk.toString().replaceAll('\r', '');
      this.#child.stdout.emit('screen');
    });
    this.#ended = once(this.#child, 'close').then(([code]) => {
      this.#child.stdout.emit('screen');
      return code as number | null;
    });
  }

  type(text: string): void {
    this.#child.stdin.write(text);
  }

  /** Waits until the text appears after what was waited for before, and returns what came until then. */
  async see(text: string): Promise<string> {
    const signal = AbortSignal.timeout(10_000);
    for (;;) {
      const at = this.#screen.indexOf(text, this.#seen);
      if (at !== -1) {
        const part = this.#screen.slice(this.#seen, at + text.length);
        this.#seen = at + text.length;
        return part;
      }
      if (this.#child.exitCode !== null)
        throw new Error(`The session ended without ${JSON.stringify(text)}: ${this.#screen}`);
      await once(this.#child.stdout, 'screen', { signal }).catch(() => {
        throw new Error(`Never saw ${JSON.stringify(text)}: ${this.#screen}`);
      });
    }
  }

  leaves(): Promise<number | null> {
    return this.#ended;
  }

  /** Everything on the screen, without what only moves the cursor. */
  get transcript(): string {
    return stripVTControlCharacters(this.#screen);
  }
}

const prompt = 'office> ';
const up = '\x1b[A';

test('a person gets a prompt, readable answers, and leaves with exit', async () => {
  const person = new Person();
  await person.see(prompt);
  person.type('events\r');
  await person.see(prompt);
  person.type('fail\r');
  await person.see(prompt);
  person.type('exit\r');
  expect(await person.leaves()).toBe(0);
  expect(person.transcript).toMatchInlineSnapshot(`
    "office 1.2.3  help: commands · Tab: complete · exit: leave
    office> events
    Found 2 events
    id  name
     1  Lunch
    20  Tea \\x07
    office> fail
    error: No such thing. [NOT_FOUND]
    hint:  Look.
    office> exit
    "
  `);
});

test('Tab completes commands, options and values; Ctrl-D leaves', async () => {
  const person = new Person();
  await person.see(prompt);
  person.type('ev\t');
  await person.see('events ');
  person.type('--o\t');
  await person.see('--order ');
  person.type('r\t');
  await person.see('rising ');
  person.type('\r');
  await person.see('Found 2 events');
  await person.see(prompt);
  person.type('\x04');
  expect(await person.leaves()).toBe(0);
});

test('an open quote goes on in the next line', async () => {
  const person = new Person();
  await person.see(prompt);
  person.type("echo 'first\r");
  await person.see('… ');
  person.type("second'\r");
  await person.see('first\nsecond\n');
  await person.see(prompt);
  person.type(up);
  await person.see('echo "first\\nsecond"');
  person.type('\x03');
  await person.see('^C');
  person.type('exit\r');
  expect(await person.leaves()).toBe(0);
  expect(readFileSync(history, 'utf8')).toBe('echo "first\\nsecond"\n');
});

test('pasted lines run one after the other and none is lost', async () => {
  const person = new Person();
  await person.see(prompt);
  person.type('pause\recho two\r\recho three\recho fo');
  await person.see('three\nthree\n');
  await person.see('echo fo');
  person.type('ur\r');
  await person.see('ur\nfour\n');
  person.type('exit\r');
  expect(await person.leaves()).toBe(0);
});

test('Ctrl-C clears the line, and stops a command without leaving', async () => {
  const person = new Person();
  await person.see(prompt);
  person.type('echo mistake');
  await person.see('mistake');
  person.type('\x03');
  await person.see('^C');
  await person.see(prompt);
  person.type('hang\recho dropped\r');
  await person.see('25% 1/4 working');
  person.type('\x03');
  await person.see('^C canceling, 1 more line dropped');
  await person.see('CANCELED');
  await person.see(prompt);
  person.type('echo after\r');
  await person.see('after\nafter\n');
  person.type('exit\r');
  expect(await person.leaves()).toBe(0);
  expect(person.transcript).not.toMatch(/mistake\nmistake|dropped\ndropped/);
});

test('history is private, lasts from session to session, and holds no secret', async () => {
  writeFileSync(history, 'echo before\n');
  const first = new Person();
  await first.see(prompt);
  first.type('login --password hunter2hunter2\r');
  await first.see('welcome');
  await first.see(prompt);
  first.type(up);
  await first.see('login --password');
  first.type('\x03');
  await first.see('^C');
  await first.see(prompt);
  first.type('lgin --pin 4711\r');
  await first.see('COMMAND_NOT_FOUND');
  await first.see(prompt);
  first.type('echo one\r');
  await first.see('one\none\n');
  first.type('exit\r');
  await first.leaves();
  expect(readFileSync(history, 'utf8')).not.toMatch(/hunter2|4711/);
  expect(readFileSync(history, 'utf8')).toMatchInlineSnapshot(`
    "echo before
    login --password [REDACTED]
    lgin [REDACTED]
    echo one
    "
  `);
  expect(statSync(history).mode & 0o777).toBe(0o600);

  const second = new Person();
  await second.see(prompt);
  second.type(up);
  await second.see('echo one');
  second.type('\r');
  await second.see('one\n');
  second.type('exit\r');
  expect(await second.leaves()).toBe(0);
});

test('Ctrl-C ends a command whose check never ends', async () => {
  const person = new Person();
  await person.see(prompt);
  person.type('stuck go\r');
  await person.see('stuck go\n');
  person.type('\x03');
  await person.see('The run was canceled');
  person.type('exit\r');
  expect(await person.leaves()).toBe(0);
});
