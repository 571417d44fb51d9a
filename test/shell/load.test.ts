// Five hundred runs at once through sixteen processes: in fair order, nothing lost, nothing left.

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ShellEvent } from '../../src/index.js';
import { openShell } from './workspace.js';

const processes = 16;
const caller = (name: string) => ({ name, may: 'everything' }) as const;

test('500 runs at once take turns by caller, and all end', { timeout: 120_000 }, async () => {
  const shell = openShell({ limits: { processes } });
  const started: string[] = [];
  const running = new Set<string>();
  let most = 0;
  const listen = (name: string) => (event: ShellEvent) => {
    if (event.type !== 'run-state') return;
    if (event.state === 'starting') started.push(name);
    if (event.state === 'running') running.add(event.run_id);
    if (event.state === 'completed') running.delete(event.run_id);
    most = Math.max(most, running.size);
  };
  const send = (name: string, index: number) =>
    shell.run(
      { command: 'printf', parameters: ['%s', `${name} ${index}`] },
      { caller: caller(name), onEvent: listen(name) },
    );
  const wave = () => [
    ...Array.from({ length: 400 }, (_, index) => send('greedy', index)),
    ...Array.from({ length: 100 }, (_, index) => send('modest', index)),
  ];

  const results = await Promise.all(wave());

  const expected = [
    ...Array.from({ length: 400 }, (_, index) => `greedy ${index}`),
    ...Array.from({ length: 100 }, (_, index) => `modest ${index}`),
  ];
  expect(results.map(({ stdout }) => stdout)).toEqual(expected);
  expect(results.filter(({ state }) => state !== 'completed')).toEqual([]);
  expect(started).toHaveLength(500);
  // A run is told to have ended after its process has, so that the next may have been started already.
  expect(most).toBeLessThanOrEqual(2 * processes);
  // Whoever came last with few requests is done long before the one who came first with many.
  expect(started.slice(started.lastIndexOf('modest')).length).toBeGreaterThan(100);
  expect(childrenOf(process.pid).filter((name) => name.includes('printf'))).toEqual([]);

  const before = process.memoryUsage().rss;
  for (let round = 0; round < 3; round++) await Promise.all(wave());
  expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(100);
});

/** The names of the processes that this one started and that are still there. */
function childrenOf(pid: number): string[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      const [, name = '', parent] = /\((.*)\) \S (\d+)/s.exec(stat) ?? [];
      return Number(parent) === pid ? [name] : [];
    } catch {
      return [];
    }
  });
}
