// `cmdgate hook <client>`: whatever happens, the client gets an answer that it understands, and an error never lets a line
// through unless the owner wants that.

import { isatty } from 'node:tty';
import type { OwnerCall } from '../../owner/owner-command.js';
import type { Io } from '../../terminal/io.js';
import { ownerLine } from '../../terminal/owner-line.js';
import { terminalSafe } from '../../vocabulary/terminal-safe.js';
import type { HookClient } from './client.js';
import { claudeCode } from './clients/claude-code.js';
import { codex } from './clients/codex.js';
import { cursor } from './clients/cursor.js';
import { gemini } from './clients/gemini.js';
import { answerEvent, type HookAnswer, HookFailure, readEventBytes, type WhereToAsk } from './run-hook.js';

const clients: readonly HookClient[] = [claudeCode, codex, cursor, gemini];

/** Every client takes this exit code as a refusal, and what stands on stderr as its reason. */
const blocked = 2;

export async function hook({ input, choice, io }: OwnerCall): Promise<number> {
  const client = clients.find(({ name }) => name === input.client) as HookClient;
  const fail = input.fail === 'open' ? 'open' : 'closed';
  if (isatty(0)) {
    io.stderr.write(atTerminal(client.name));
    return blocked;
  }
  const ask = (input.ask as WhereToAsk | undefined) ?? (client.canAsk ? 'client' : 'later');
  const over = new AbortController();
  const seconds = Number(input.timeout ?? usualSeconds);
  // The client would end this process and then run the line.
  const late = new Promise<HookAnswer>((_, reject) => {
    setTimeout(() => {
      over.abort();
      setTimeout(() => reject(new HookFailure(`cmdgate did not answer within ${seconds} seconds`)), 1_000);
    }, seconds * 1_000).unref();
  });
  const config = typeof choice.config === 'string' ? choice.config : undefined;
  const settings = {
    ...{ client, config, environment: io.environment, signal: over.signal },
    ask: ask === 'client' && !client.canAsk ? ('later' as const) : ask,
  };
  let answer: HookAnswer;
  try {
    answer = await Promise.race([readEventBytes().then((bytes) => answerEvent(bytes, settings)), late]);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    // Its beginning, "cmdgate", is added to every answer.
    const reason = `could not judge this line: ${terminalSafe(why)}.`;
    answer =
      fail === 'open'
        ? { decision: 'none', note: reason }
        : // Where the owner has questions kept away from the client, nobody may be there.
          { decision: settings.ask === 'client' ? 'ask' : 'deny', reason };
  }
  return await give(answer, client, io);
}

async function give(answer: HookAnswer, client: HookClient, io: Io): Promise<number> {
  try {
    if (answer.decision === 'none') {
      if (answer.note !== undefined) io.stderr.write(`cmdgate hook: ${ownerLine(answer.note)}\n`);
      return await write('{}', io);
    }
    const document = client.answer(answer.decision, terminalSafe(`cmdgate: ${answer.reason}`));
    return await write(JSON.stringify(document), io);
  } catch {
    return block(io);
  }
}

/** The exit code: a client that did not get the answer must not run the line. */
function write(text: string, io: Io): Promise<number> {
  return new Promise((resolve) => {
    // The callback is told as well.
    io.stdout.once('error', () => undefined);
    io.stdout.write(`${text}\n`, (error) => resolve(error ? block(io) : 0));
  });
}

/** Codex takes the exit code as a refusal only if there is a reason. */
function block({ stderr }: Io): number {
  stderr.write('cmdgate hook: the answer could not be written, so this line is refused.\n');
  return blocked;
}

/** Clients end a hook after a minute or later. */
const usualSeconds = 30;

function atTerminal(client: string): string {
  return `cmdgate hook ${client} is called by the client before and after each shell command.
It expects one event as JSON on standard input, and answers with JSON on standard output.
Install it with: cmdgate connect ${client} --hook
Try it with:     cmdgate hook ${client} --config /absolute/path/cmdgate.config.json < event.json
`;
}
