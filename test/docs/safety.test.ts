// What docs/safety.md promises, and what it admits, is so.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createAcli } from 'cmdgate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultPreviewBytes } from '../../src/configuration/keys/limits.js';
import { defaultLimits, defaultResponseBytes } from '../../src/gate/limits.js';
import { mostWaiting, usualExpiresMs } from '../../src/ledger/approvals/approval-store.js';
import { FairQueue } from '../../src/policy/fair-queue.js';
import { defaultYieldMs, usualShell } from '../../src/sources/shell/shell-host.js';
import { defaultHttpLimits } from '../../src/surfaces/mcp/http-limits.js';
import { replResponseBytes } from '../../src/surfaces/repl/repl-options.js';
import { defaultLimits as toolFormLimits } from '../../src/tool-form/limits.js';
import { answersIn, ledgerEntries, ledgerOf } from '../fixtures/ledger-entries.js';
import { constantIn } from './support/constant-in.js';
import { readDocument, root, tableRows } from './support/documents.js';
import { openExampleWorkspace, type Workspace } from './support/workspace.js';

const mebibytes = (bytes: number) => `${bytes / 1024 / 1024} MiB`;
const grouped = (number: number) => number.toLocaleString('en-US');

test('the table of limits has the defaults of the source', () => {
  const schemas = 'src/sources/parameters/json-schema.ts';
  const paths = 'src/sources/parameters/resolve-paths.ts';
  expect(tableRows('docs/safety.md', 'Limit').map(([name, value]) => [name, value])).toEqual([
    ['Characters in a line', grouped(defaultLimits.characters)],
    ['Words in a line', grouped(defaultLimits.arguments)],
    ['Characters in a word', grouped(defaultLimits.argumentCharacters)],
    ['Time of a run', `${grouped(defaultLimits.timeoutMs)} ms`],
    ['Requests of a caller', defaultLimits.rate === undefined ? 'no limit' : String(defaultLimits.rate.perMinute)],
    ['Runs at the same time', grouped(defaultLimits.concurrency)],
    ['Programs at the same time', grouped(defaultLimits.processes)],
    ['Output of a program that is kept, each stream', mebibytes(defaultLimits.outputBytes)],
    ['Output of a program in an answer, each stream', `${defaultPreviewBytes / 1024} KiB`],
    ['Time of a program to end when it is told to', `${grouped(defaultLimits.graceMs)} ms`],
    ['Size of an answer over MCP', mebibytes(defaultResponseBytes)],
    ['Size of an answer on the command line', mebibytes(replResponseBytes)],
    ['Size of `--input-file`', mebibytes(constantIn('src/gate/reading/read-input-object.ts', 'largestFileBytes'))],
    ['Time to check the arguments of a handle by its schema', `${grouped(constantIn(schemas, 'longestCheckMs'))} ms`],
    [
      'Values that the queries of one template look at',
      `${grouped(toolFormLimits.visits)}; a text that is matched counts by its length`,
    ],
    ['Paths in the arguments of a handle', grouped(constantIn(paths, 'mostPaths'))],
    ['One MCP message on stdio', mebibytes(constantIn('src/surfaces/mcp/serve-stdio.ts', 'lineBytes'))],
    ['Body of an HTTP request', mebibytes(defaultHttpLimits.bodyBytes)],
    ['HTTP connections', `${grouped(defaultHttpLimits.connections)} (\`http.connections\`)`],
    [
      'HTTP calls at the same time',
      `${grouped(defaultHttpLimits.requests)} (\`http.requests\`); one caller has at most half of them, and several share them`,
    ],
    ['HTTP sessions of a caller', grouped(defaultHttpLimits.sessions)],
    ['Time of a program of `shell`', `${grouped(usualShell.timeoutMs)} ms`],
    ['Time of a call over MCP', `${grouped(defaultYieldMs)} ms`],
    ['Time of a person to answer', `${grouped(usualExpiresMs)} ms`],
    ['Requests that wait for a person', grouped(mostWaiting)],
  ]);
  expect(constantIn('src/surfaces/cli/run-line.ts', 'responseBytes')).toBe(replResponseBytes);
});

test('as many may wait as the document says, and then no more', () => {
  const waiting = Number(
    /; ([\d,]+) may wait, then/.exec(readDocument('docs/safety.md'))?.[1]?.replaceAll(',', '') ?? Number.NaN,
  );
  const queue = new FairQueue(1);
  queue.tryEnter();
  for (let count = 0; count < waiting; count++) expect(queue.enter('one', () => {})).not.toBe('full');

  expect(queue.enter('another', () => {})).toBe('full');
});

test('all five threats of the specification are answered', () => {
  expect(tableRows('docs/safety.md', 'Threat').map(([threat]) => threat)).toEqual([
    'Shell injection',
    'Command injection',
    'Path traversal',
    'Denial of service',
    'Privilege escalation',
  ]);
});

describe('time', () => {
  test('a handler that ignores its signal goes on unheard: the answer is TIMEOUT, and it still does what it does', async () => {
    let aborted = false;
    let release = () => {};
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    let finish = (_: string) => {};
    const finished = new Promise<string>((resolve) => {
      finish = resolve;
    });
    const cli = createAcli({
      deaf: {
        description: 'Ignore the signal',
        timeoutMs: 20,
        handler: async (_: unknown, { signal }: { signal: AbortSignal }) => {
          await waiting;
          aborted = signal.aborted;
          finish('it did its work');
          return 'nobody hears this';
        },
      },
    });
    const { content } = await cli.execute({ command: 'deaf' });
    expect(JSON.parse(content[0].text)).toMatchObject({ success: false, error: { code: 'TIMEOUT' } });

    release();
    expect(await finished).toBe('it did its work');
    expect(aborted).toBe(true);
    await cli.close();
  });

  test('a handler that blocks and comes back late is answered, and so are the others', async () => {
    const cli = createAcli({
      block: {
        description: 'Compute without waiting',
        timeoutMs: 20,
        handler: () => {
          const end = performance.now() + 60;
          while (performance.now() < end);
          return 'late';
        },
      },
      quick: { description: 'Be quick', handler: async () => 'done' },
    });
    const answers = await Promise.all([cli.execute({ command: 'quick' }), cli.execute({ command: 'block' })]);

    expect(answers.map(({ content }) => JSON.parse(content[0].text).data)).toEqual(['done', 'late']);
    await cli.close();
  });
});

describe('the audit log', () => {
  let workspace: Workspace;
  const ledger = () => ledgerOf(workspace.directory, workspace.environment.XDG_STATE_HOME);
  const entries = () => answersIn(workspace.directory, ledger());

  beforeEach(() => {
    workspace = openExampleWorkspace('office');
    writeFileSync(join(workspace.directory, 'cmdgate.config.json'), JSON.stringify({ commands: ['own.mjs'] }));
    writeFileSync(
      join(workspace.directory, 'own.mjs'),
      `import { readFileSync, writeFileSync } from 'node:fs';
      export const quick = { description: 'Be quick', danger: 'safe', handler: () => 'done' };
      export const fail = { description: 'Fail', handler: () => { throw new Error('postgres://user:pass@db/secret'); } };
      export const hang = {
        description: 'Never end', arguments: [{ name: 'text', type: 'string' }],
        handler: () => { writeFileSync('entered', ''); return new Promise(() => {}); },
      };
      export const login = {
        description: 'Log in',
        arguments: [{ name: '--pin', type: 'string', secret: true, required: true }, { name: '--note', type: 'string' }],
        handler: () => 'in',
      };
      export const forbidden = {
        description: 'Nobody may', arguments: [{ name: '--max', type: 'integer', required: true }], handler: () => 1,
      };`,
    );
  });
  afterEach(() => workspace.remove());

  test('an entry is on the file when its answer arrives, refused requests too', () => {
    workspace.run('cmdgate run quick');
    workspace.run('cmdgate run quik');

    expect(entries().map(({ command, success, error_code }) => [command, success, error_code])).toEqual([
      ['quick', true, undefined],
      ['quik', false, 'COMMAND_NOT_FOUND'],
    ]);
  });

  test('help, schema and version are recorded through the REPL, and not on the command line', () => {
    workspace.run('cmdgate help; cmdgate schema; cmdgate version');
    expect(existsSync(join(workspace.directory, '.cmdgate'))).toBe(false);
    workspace.run("printf 'help\\nschema\\nversion\\n' | cmdgate repl --stdin");

    expect(entries().map(({ command }) => command)).toEqual(['help', 'schema', 'version']);
  });

  test('a log that cannot be written stops the gate from running anything, until it can be written again', () => {
    // The log is soon larger than the largest file that this shell may write: every append to it fails then.
    const lines = 'quick\n'.repeat(60);
    writeFileSync(join(workspace.directory, 'lines.txt'), lines);
    const { stdout } = workspace.run('ulimit -f 16; cmdgate repl --stdin --format acli < lines.txt');
    const answers = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    const ran = answers.filter(({ success }) => success);

    expect(answers).toHaveLength(60);
    expect(ran.length).toBeGreaterThan(0);
    expect(entries().filter(({ success }) => success).length).toBeGreaterThanOrEqual(ran.length - 1);
    for (const refused of answers.slice(ran.length)) {
      expect(refused).toMatchObject({ success: false, error: { details: [{ code: 'UNAVAILABLE' }] } });
    }
    expect(workspace.run('cmdgate run quick').exitCode).toBe(0);
  });

  test.each([
    ['short', 'hang'],
    ['long, of characters that take three bytes each', `hang ${'語'.repeat(400)}`],
    ['full of quotes', `hang ${`"'"`.repeat(150)}`],
  ])('a run whose gate was killed is recorded as lost, also when its line is %s', async (_, line) => {
    const gate = spawn(process.execPath, [join(root, 'bin/cmdgate.js'), 'repl', '--stdin'], {
      cwd: workspace.directory,
      env: { ...workspace.environment },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const ended = once(gate, 'exit');
    gate.stdin.write(`${line}\n`);
    while (!existsSync(join(workspace.directory, 'entered'))) await delay(20);
    gate.kill('SIGKILL');
    await ended;
    workspace.run('cmdgate run quick');

    expect(
      entries()
        .map(({ error_code, success }) => [error_code, success])
        .sort(),
    ).toEqual([
      [undefined, true],
      ['LOST', false],
    ]);
  });

  const token = `ghp_${'a1B2'.repeat(9)}`;

  test('declared secrets are taken out of log and answer, also where the line or its JSON cannot be read', () => {
    const lines = [
      'cmdgate run login --pin 4711-4711 --note 4711-4711',
      `cmdgate run login --input '{"pin":"4711-4711"' --format acli`,
      `cmdgate run login --input '{"pin":"4711-4711","note":1}'`,
      "printf 'login --pin \"4711-4711\\n' | cmdgate repl --stdin",
    ];
    const shown = lines.map((line) => workspace.run(line)).map(({ stdout, stderr }) => stdout + stderr);

    expect(entries()).toHaveLength(lines.length);
    expect(shown.filter((text) => !text.includes('[REDACTED]'))).toEqual([]);
    expect(shown.join('\n') + JSON.stringify(ledgerEntries(workspace.directory, ledger()))).not.toContain('4711-4711');
  });

  test('the values of options that are named like secrets, and token shapes, are not in the log', () => {
    workspace.run(`cmdgate run quick --api-key hunter2hunter2 ${token} https://user:hunter2hunter2@example.com`);

    expect(entries().map(({ command }) => command)).toEqual([
      'quick --api-key [REDACTED] [REDACTED] https://user:[REDACTED]@example.com',
    ]);
  });

  test('… nor among the problems that the answer reports', () => {
    const { stdout } = workspace.run(`cmdgate run quick --api-key hunter2hunter2 ${token}`);

    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
    expect(stdout).not.toContain('hunter2hunter2');
    expect(stdout).not.toContain(token);
  });

  test('what a handler throws by accident goes to stderr under the id that the agent gets', () => {
    const { stdout, stderr } = workspace.run('cmdgate run fail --format acli');
    const id = /run_\w+/.exec(stdout)?.[0];

    expect(stdout).not.toMatch(/postgres|own\.mjs|\bat /);
    expect(stderr).toContain('postgres://user:[REDACTED]@db/secret');
    expect(stderr).toContain(id);
  });

  test('an input that is not JSON is refused without the machine’s paths and without a stack', () => {
    const { stdout } = workspace.run("cmdgate run login --input '{pin' --format acli");

    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'VALIDATION_ERROR', details: [{ code: 'INVALID_JSON' }] },
    });
    expect(stdout).not.toMatch(/\n? +at |file:\/\/|dist\//);
  });

  test('a caller that may not run a command learns nothing about its arguments, in the format it asked for', () => {
    writeFileSync(
      join(workspace.directory, 'cmdgate.config.json'),
      JSON.stringify({ commands: ['own.mjs'], deny: ['forbidden'] }),
    );
    const { stdout, exitCode } = workspace.run('cmdgate run forbidden --mx 1 --format acli');

    expect(exitCode).toBe(7);
    expect(JSON.parse(stdout)).toMatchObject({ success: false, error: { code: 'PERMISSION_DENIED' } });
    expect(stdout).not.toContain('--max');
  });

  test('paths into the gate’s own directory are refused', () => {
    const { stdout } = workspace.run('cmdgate run login --input-file .cmdgate/log --format acli');

    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'PATH_TRAVERSAL_BLOCKED' } });
  });
});
