import { createInterface } from 'node:readline/promises';
import { nearestOf } from '../../command-line/nearest.js';
import type { Io } from '../../terminal/io.js';
import { terminalSafe } from '../../vocabulary/terminal-safe.js';
import { type Choices, policies, serverName, starts } from './choices.js';

interface Option {
  readonly name: string;
  readonly label: string;
}

/** Asks for what was not given, in at most four questions. Undefined where the person leaves. */
export async function askChoices(
  given: Partial<Choices>,
  usual: Choices,
  clients: readonly Option[],
  io: Io,
): Promise<Choices | undefined> {
  const lines = createInterface({ input: io.stdin, output: io.stderr as NodeJS.WritableStream, terminal: true });
  // A terminal in raw mode gives Ctrl-C as a key.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const closed = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
  try {
    const name = given.name ?? (await askName(usual.name, given.start === 'executable' ? 'program' : 'gate'));
    const start = given.start ?? (await choose('What do you want to start from?', starts));
    if (start === 'executable') return { ...usual, name, start };
    return {
      ...{ name, start },
      policy: given.policy ?? (await choose('What may run without asking you?', policies)),
      client: given.client ?? (await choose('Which client should use it?', [noClient, ...clients])),
    };
  } catch {
    io.stderr.write('\n');
    return undefined;
  } finally {
    lines.close();
  }

  async function ask(prompt: string): Promise<string> {
    const answer = await Promise.race([lines.question(prompt, { signal: io.signal }), closed]);
    if (answer === undefined) throw new Error('left');
    return answer.trim();
  }

  async function askName(proposed: string, what: string): Promise<string> {
    for (;;) {
      const answer = await ask(`What should the ${what} be called? [${terminalSafe(proposed)}] `);
      if (answer === '') return proposed;
      if (serverName.test(answer)) return answer;
      io.stderr.write(`${nameRule}\n`);
    }
  }

  async function choose<O extends Option>(question: string, options: readonly O[]): Promise<O['name']> {
    const rows = options.map(({ name, label }, at) => `  ${at + 1}. ${name.padEnd(widest(options))}  ${label}\n`);
    for (;;) {
      const answer = await ask(`\n${question}\n${rows.join('')}Number or name [1]: `);
      const chosen = options.find(({ name }, at) => answer === name || answer === String(at + 1) || answer === '');
      if (chosen) return chosen.name;
      const near = nearestOf(
        answer,
        options.map(({ name }) => name),
      );
      const guess = near === undefined ? '' : ` Did you mean '${near}'?`;
      io.stderr.write(`Enter a number from 1 to ${options.length}, or a name.${guess}\n`);
    }
  }
}

export const nameRule = 'A name starts with a letter and has at most 40 letters, digits, "-" and "_".';

const noClient = { name: 'none', label: 'connect one later' } as const;

function widest(options: readonly Option[]): number {
  return Math.max(...options.map(({ name }) => name.length));
}
