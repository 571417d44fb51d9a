// By every way out of a handler, through every door: what was given in confidence is seen nowhere.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createGate, type RunEvent } from 'cmdgate';
import { beforeAll, describe, expect, test } from 'vitest';
import { quoteWords } from '../../../src/command-line/quote.js';
import { baseEnvironment, bin, cmdgate, finish, makeDirectory, startCmdgate } from '../../cli/process.js';
import { commands } from '../../fixtures/leaks/commands.js';
import { ledgerOf } from '../../fixtures/ledger-entries.js';
import { formsIn } from './forms.js';

const secret = 'pi+n "C4N4RY"/é? of seven';
const ways = Object.keys(commands);
const config = {
  commands: [fileURLToPath(new URL('../../fixtures/leaks/commands.ts', import.meta.url))],
  policy: {
    default: 'allow',
    rules: [{ id: 'asks', command: 'asking', decision: 'ask', reason: 'It asks.', match: ['asking'] }],
  },
};
const files = { 'cmdgate.config.json': JSON.stringify(config), pin: secret };

/** Everything that the gates of a workspace have kept. */
function keptIn(workspace: string): string {
  const entries = readdirSync(ledgerOf(workspace), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name)).toString('utf8'))
    .join('\n');
}

/** By way: what could be seen of it. */
type Traces = ReadonlyMap<string, string>;

async function throughLibrary(): Promise<Traces> {
  const directory = makeDirectory();
  const approvals: unknown[] = [];
  const approve = async (approval: unknown) => {
    approvals.push(approval);
    return { answer: 'approve', by: 'test' } as const;
  };
  const gate = await createGate({ config, directory, approve, environment: { PATH: process.env.PATH } });
  const traces = new Map<string, string>();
  for (const way of ways.filter((name) => !name.startsWith('stray') && name !== 'left-behind')) {
    const events: RunEvent[] = [];
    const onEvent = (event: RunEvent) => void events.push(event);
    const runs = [
      await gate.run({ path: way, input: { pin: secret } }, { onEvent }),
      await gate.run([way, '--pin', secret, '--dry-run'], { onEvent }),
      await gate.run([way, '--pin', secret, '--idempotency-key', way], { onEvent }),
      await gate.run([way, '--pin', secret, '--idempotency-key', way], { onEvent }),
    ];
    const started = await gate.run([way, '--pin', secret, '--background'], { onEvent });
    const { run } = (started.status === 'completed' ? started.data : {}) as { run?: string };
    for (const line of [`runs wait ${run}`, `runs show ${run}`, `runs output ${run} --stream data`]) {
      runs.push(await gate.run(line));
    }
    runs.push(await gate.run('runs list'));
    const errors = runs.flatMap((one) => (one.status === 'failed' ? [{ ...one.error, said: one.error.message }] : []));
    traces.set(way, JSON.stringify({ runs, errors, events, approvals }));
  }
  await gate.close();
  return traces.set('what is kept', keptIn(directory));
}

async function throughCommandLines(): Promise<Traces> {
  const cwd = makeDirectory(files);
  const traces = new Map<string, string>();
  for (const way of ways) {
    const { stdout, stderr } = await cmdgate(['run', way, '--pin-from-file', 'pin', '--debug'], { cwd });
    traces.set(way, stdout + stderr);
  }
  return traces.set('what is kept', keptIn(cwd));
}

async function throughPlan(): Promise<Traces> {
  const cwd = makeDirectory(files);
  const input = ways.map((cmd) => `${JSON.stringify({ _cmd: cmd, pin: secret })}\n`).join('');
  const { stdout, stderr } = await cmdgate(['exec', '--ignore-errors'], { cwd, input });
  const lines = stdout.split('\n');
  const traces = new Map(ways.map((way, at) => [way, lines[at] ?? '']));
  return traces.set('stderr', stderr).set('what is kept', keptIn(cwd));
}

async function throughMcp(): Promise<Traces> {
  const cwd = makeDirectory(files);
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [bin, 'serve'], cwd, env: baseEnvironment(), stderr: 'pipe' },
  });
  const logged: string[] = [];
  transport.stderr?.on('data', (chunk: Buffer) => logged.push(chunk.toString()));
  await client.connect(transport);
  const traces = new Map<string, string>();
  for (const way of ways) {
    const command = quoteWords([way, '--pin', secret]);
    traces.set(way, JSON.stringify(await client.callTool({ name: 'cli', arguments: { command } })));
  }
  await client.close();
  return traces.set('stderr', logged.join('')).set('what is kept', keptIn(cwd));
}

async function throughRepl(): Promise<Traces> {
  const cwd = makeDirectory(files);
  const child = startCmdgate(['repl', '--stdin', '--format', 'acli'], { cwd });
  child.stdin.end(ways.map((way) => `${quoteWords([way, '--pin', secret])}\n`).join(''));
  const { stdout, stderr } = await finish(child);
  const lines = stdout.split('\n');
  const traces = new Map(ways.map((way, at) => [way, lines[at] ?? '']));
  return traces.set('stderr', stderr).set('what is kept', keptIn(cwd));
}

describe.each([
  ['a library', throughLibrary],
  ['command lines', throughCommandLines],
  ['a plan', throughPlan],
  ['MCP', throughMcp],
  ['a REPL', throughRepl],
] as const)('through %s', (_, askAll) => {
  let traces: Traces;
  beforeAll(async () => {
    traces = await askAll();
  }, 120_000);

  test.each([...ways, 'stderr', 'what is kept'])('%s', (way) => {
    const trace = traces.get(way);
    if (trace === undefined) return;
    expect(formsIn(trace, secret)).toEqual([]);
    // Something was answered, by what it says or by what kept it from being said.
    if (ways.includes(way)) expect(trace).toMatch(new RegExp(`reached-${way}|APPROVAL_REQUIRED|(?:PATH|EXECUTION)_`));
  });
});
