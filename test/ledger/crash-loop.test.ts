// The gate is killed at random moments, again and again. Whatever it was doing: afterwards every run is there with a true
// state, no child is alive, the chain holds, the files of outputs are what was recorded, and who was asked still is.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cmdgate, makeDirectory } from '../cli/process.js';
import { isAlive } from '../fixtures/is-alive.js';
import { ledgerEntries, ledgerOf } from '../fixtures/ledger-entries.js';
import { StdioClient } from './stdio-client.js';

/** More of them find more: set it when something here was changed. */
const rounds = Number(process.env.CRASH_ROUNDS ?? 8);
const longestLifeMs = 1_000;

const filesWith = (configuration: object) => ({
  'cmdgate.config.json': JSON.stringify({
    ...configuration,
    commands: ['commands.mjs'],
    handles: [{ files: ['handles.json'], pass: ['PATH'] }],
  }),
  'commands.mjs': `
    export const quick = { description: 'Quick', danger: 'safe', handler: () => 'done' };
    export const slow = {
      description: 'Slow', danger: 'safe',
      handler: () => new Promise((resolve) => setTimeout(() => resolve('late'), 150)),
    };
    export const purge = { description: 'Purge', danger: 'destructive', dryRun: true, handler: () => 'gone' };`,
  'handles.json': JSON.stringify(
    Object.entries({ talk: '0.02', chat: '0.3', flood: '0' }).map(([name, seconds]) => ({
      name,
      description: `A program that prints: ${name}`,
      handler: 'command',
      command: 'sh',
      danger: 'safe',
      arguments: ['talk.sh', seconds],
    })),
  ),
  'talk.sh': `
    sleep 300 &
    echo $! > pids/$$
    for number in 1 2 3 4 5; do
      if [ "$1" = 0 ]; then seq 20000; else echo "line $number"; sleep "$1"; fi
    done
    kill $!`,
  'pids/.keep': '',
});

const requests = ['quick', 'slow', 'talk', 'chat', 'flood', 'chat --background', 'flood --background', 'purge', 'help'];

test.each(['process', 'full'])(
  'whenever the gate is killed, what it leaves is true, with sync: %s',
  async (sync) => {
    const workspace = makeDirectory(filesWith({ ledger: { sync }, sandbox: 'off' }));
    const environment = { XDG_STATE_HOME: makeDirectory() };
    /** What clients were told: of runs that went on their ids, of others how often each command ended how. */
    const goingOn: string[] = [];
    const told = new Tally();
    for (let round = 0; round < rounds; round++) {
      const client = new StdioClient(workspace, environment);
      const life = Math.random() * longestLifeMs;
      // A gate that has only just begun is killed, too.
      if (round % 3 > 0) await client.ask('quick');
      const end = performance.now() + life;
      while (performance.now() < end) {
        client.send(requests[Math.floor(Math.random() * requests.length)] ?? 'quick');
        await delay(Math.random() * 40);
      }
      await client.kill();
      for (const { data, success, _meta } of client.answers.values()) {
        if (data?.run) goingOn.push(data.run);
        else told.add(_meta.command, success);
      }
    }
    const cli = async (...words: string[]) => {
      const { code, stdout } = await cmdgate(words, { cwd: workspace, environment });
      return { code, answer: JSON.parse(stdout) };
    };

    const runs = [];
    for (let line: string[] = ['--limit', '500']; line.length > 0; ) {
      const { data } = (await cli('runs', 'list', ...line)).answer;
      runs.push(...data.runs);
      line = data.next ? data.next.split(' ').slice(2) : [];
    }
    const entries = ledgerEntries(workspace, ledgerOf(workspace, environment.XDG_STATE_HOME));
    const states = new Map(runs.map(({ run, state }) => [run, state]));

    const begun = new Set(entries.filter(({ type }) => type === 'start' || type === 'accepted').map(({ run }) => run));
    const refused = new Set(entries.filter(({ type }) => type === 'refused').map(({ run }) => run));
    expect([...begun].filter((run) => !states.has(run) && !refused.has(run))).toEqual([]);
    expect(runs.filter(({ state }) => ['queued', 'starting', 'running'].includes(state))).toEqual([]);
    expect(runs.filter(({ state }) => state === 'lost').length).toBeGreaterThan(0);
    expect(goingOn.filter((run) => !['lost', 'completed'].includes(states.get(run) ?? ''))).toEqual([]);
    const written = new Tally();
    for (const { type, command, success } of entries)
      if (type === 'end' || type === 'refused') written.add(command, success);
    expect(told.entries().filter(([what, times]) => times > written.count(what))).toEqual([]);

    const pids = readdirSync(join(workspace, 'pids'))
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => [Number(name), Number(readFileSync(join(workspace, 'pids', name), 'utf8'))]);
    expect(pids.length).toBeGreaterThan(0);
    await expect.poll(() => pids.filter((pid) => pid > 0 && isAlive(pid)), { timeout: 10_000 }).toEqual([]);

    expect((await cli('audit', 'verify')).code).toBe(0);
    expect(wrongFiles(workspace, environment.XDG_STATE_HOME)).toEqual([]);

    const asked = entries.filter(({ type }) => type === 'asked') as unknown as { approval: { id: string } }[];
    const pending = (await cli('approvals', 'list')).answer.data.approvals.map(({ id }: { id: string }) => id);
    expect(asked.map(({ approval }) => approval.id).filter((id) => !pending.includes(id))).toEqual([]);
  },
  180_000,
);

class Tally {
  readonly #counts = new Map<string, number>();

  add(command: string, success: boolean): void {
    const what = `${command} ${success ? 'completed' : 'failed'}`;
    this.#counts.set(what, this.count(what) + 1);
  }

  count(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  entries(): [string, number][] {
    return [...this.#counts];
  }
}

/** Streams whose file is not as long as the end of their run says. */
function wrongFiles(workspace: string, state: string): string[] {
  const ledger = ledgerOf(workspace, state);
  const outputs = join(ledger, 'output');
  const ends = ledgerEntries(workspace, ledger).filter(({ type }) => type === 'end') as unknown as {
    run: string;
    output?: Record<string, { bytes: number; kept: number } | undefined>;
  }[];
  return ends.flatMap(({ run, output = {} }) =>
    Object.entries(output).flatMap(([stream, size]) => {
      if (typeof size !== 'object') return [];
      const [, prefix = '', number = ''] = run.split('_');
      const file = join(outputs, prefix, `${number}.${stream}`);
      const there = existsSync(file) ? statSync(file).size : 0;
      return there === size.kept && size.kept === size.bytes ? [] : [`${run} ${stream}: ${there} of ${size.bytes}`];
    }),
  );
}
