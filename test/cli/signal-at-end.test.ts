// A signal that comes right before the input ends: whoever sent it waits for the code of a signal.

import { once } from 'node:events';
import { expect, test } from 'vitest';
import { makeDirectory, startCmdgate } from './process.js';

const cwd = makeDirectory({ 'cmdgate.config.json': '{"audit":false}' });
const rounds = 5;

async function endWith(words: readonly string[], lines: string, signal: 'SIGTERM' | 'SIGINT') {
  const child = startCmdgate(words, { cwd });
  const ended = once(child, 'close');
  // Its answer shows that it listens to signals.
  child.stdin.write(lines);
  await once(child.stdout, 'data');
  child.stdout.resume();
  child.stderr.resume();
  child.kill(signal);
  child.stdin.end();
  const [code] = (await ended) as [number | null];
  return code;
}

test.runIf(process.platform === 'linux').each([
  [['exec'], '{"_cmd":"help"}\n', 'SIGTERM', 143],
  [['exec'], '{"_cmd":"help"}\n', 'SIGINT', 130],
  [['repl', '--stdin'], 'help\n', 'SIGTERM', 143],
  [['repl', '--stdin'], 'help\n', 'SIGINT', 130],
] as const)(
  '%j whose input %j ends with %s exits with %i, every time',
  async (words, lines, signal, code) => {
    const codes: (number | null)[] = [];
    for (let round = 0; round < rounds; round++) codes.push(await endWith(words, lines, signal));
    expect(codes).toEqual(Array.from({ length: rounds }, () => code));
  },
  60_000,
);
