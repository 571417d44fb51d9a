// What a handler can use is the same in a process of its own.
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConfiguredGate, createAcli, createGate } from 'cmdgate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunEvent } from '../../src/vocabulary/event.js';

let workspace: string;
const gates: ConfiguredGate[] = [];

beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-context-')));
});

afterEach(async () => {
  for (const gate of gates.splice(0)) await gate.close();
  rmSync(workspace, { recursive: true, force: true });
});

const module = `
import { existsSync, writeFileSync } from 'node:fs';
import { CommandError } from 'cmdgate';
const ownId = process.pid;
export const commands = {
  all: {
    description: 'Uses everything', danger: 'safe', steps: ['first', 'second'],
    arguments: [{ name: '--text', type: 'string', description: 'Text' }],
    handler: async ({ text }, context) => {
      context.step('first');
      context.log.warn('careful');
      context.progress(1, 2, 'half');
      context.message('a word');
      const printed = await context.spawn('echo', ['hello'], { preserveLocale: false });
      const piped = await context.pipeline([['echo', 'b'], ['cat']]);
      const directory = await context.temporaryDirectory();
      writeFileSync(directory + '/file', text);
      const free = await context.lock('one');
      free();
      await context.writeFile('written.txt', text);
      context.onCleanup(() => writeFileSync('${'$'}{WORKSPACE}/cleaned.txt', String(existsSync(directory))));
      const worked = await context.items(['a', 'b'], (item) => item.toUpperCase());
      context.step('second');
      context.truncated({ field: 'text', original: 10, kept: 5 });
      let asked = '';
      try { await context.confirm('Sure?'); } catch (error) { asked = error.code; }
      let outside = '';
      try { context.resolvePath('../x'); } catch (error) { outside = error.code; }
      let token = '';
      try { context.token(); } catch (error) { token = error.message; }
      return {
        text, printed: printed.stdout, piped: piped.stdout, asked, outside, token, inside: context.resolvePath('a/b'),
        worked: worked.summary, caller: context.caller.name, session: context.session.workspace, dryRun: context.dryRun,
        page: context.page.limit, marked: context.external({ a: 1 }, 'web'), bytes: Buffer.from('x'), when: new Date(0),
        open: context.openUrl('https://example.com/'), settings: await context.settings(), aborted: context.signal.aborted,
      };
    },
  },
  numbers: { description: 'Stream', danger: 'safe', handler: async function* () { for (let n = 0; n < 40; n++) yield { n }; } },
  refuse: { description: 'Refuse', danger: 'safe', handler: () => { throw new CommandError('ALREADY_EXISTS', 'It exists.', { hint: 'Take another', exitCode: 79, data: { id: 1 } }); } },
  fail: { description: 'Fail', danger: 'safe', handler: () => { throw new Error('internal'); } },
  partly: { description: 'Partly', handler: (_, { items }) => items([1, 2, 3], (n) => { if (n === 2) throw new CommandError('NOT_FOUND', 'None'); return n; }) },
  obey: { description: 'Obey', danger: 'safe', timeoutMs: 5000, handler: (_, { signal, items }) => items(['x', 'y'], (item) => item === 'x' ? 1 : new Promise((_r, reject) => signal.addEventListener('abort', () => { writeFileSync('${'$'}{WORKSPACE}/told.txt', signal.reason.name); reject(signal.reason); }))) },
  where: { description: 'Which process', danger: 'safe', handler: () => ownId },
};
`;

async function open(untrusted: boolean): Promise<ConfiguredGate> {
  writeFileSync(join(workspace, 'commands.ts'), module.replaceAll('${WORKSPACE}', workspace));
  const config = { commands: [{ files: ['commands.ts'], untrusted }], sandbox: 'off', audit: false } as const;
  const gate = await createGate({ config, directory: workspace });
  gates.push(gate);
  return gate;
}

/** What everybody hears of a run, without what differs from run to run. */
async function observe(gate: ConfiguredGate, line: string) {
  const events: unknown[] = [];
  const outcome = await gate.run(line, {
    onEvent: ({ runId: _id, sequence: _sequence, ...event }: RunEvent) => {
      const isOwn = event.type === 'log' && !event.message.includes(' threw ');
      if (isOwn || event.type === 'progress' || event.type === 'output') events.push(event);
    },
  });
  const { message, warnings, steps } = outcome.run as unknown as Record<string, unknown>;
  const told = outcome.status === 'failed' ? outcome.error : JSON.parse(outcome.json);
  const fields = told instanceof Error ? { ...told, message: told.message.replace(/run_\w+/, '') } : told;
  const said = JSON.parse(JSON.stringify({ told: fields, message, warnings, steps }).replace(/run_\w+/g, 'run'));
  return { status: outcome.status, ...said, events };
}

for (const line of ['all --text words', 'numbers', 'refuse', 'fail', 'partly', 'obey']) {
  test(`'${line}' is the same in a process of its own`, async () => {
    const here = await observe(await open(false), line);
    const left = ['cleaned.txt', 'told.txt', 'written.txt'].map((name) => contentOf(name));
    for (const name of ['cleaned.txt', 'told.txt', 'written.txt']) rmSync(join(workspace, name), { force: true });
    const elsewhere = await observe(await open(true), line);

    expect(elsewhere).toEqual(here);
    await expect.poll(() => ['cleaned.txt', 'told.txt', 'written.txt'].map((name) => contentOf(name))).toEqual(left);
  });
}

const contentOf = (name: string) =>
  existsSync(join(workspace, name)) ? readFileSync(join(workspace, name), 'utf8') : undefined;

test('a command of an untrusted module runs in another process', async () => {
  const [here, elsewhere] = [await (await open(false)).run('where'), await (await open(true)).run('where')];

  expect([here.status === 'completed' && here.data, elsewhere.status]).toEqual([process.pid, 'completed']);
  expect(elsewhere.status === 'completed' && elsewhere.data).not.toBe(process.pid);
});

test('a function that no other process can load cannot be isolated, and its author is told what to do', () => {
  const commands = { one: { description: 'One', isolated: true, handler: () => 1 } };

  expect(() => createAcli(commands, { workspace })).toThrow(
    /it is isolated, and its handler is a function of this program.*\n?.*Put the command into a module/s,
  );
});
