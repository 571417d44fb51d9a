// Tells the owner that a question waits, as the configuration says: by a command, by a webhook, or by both.

import { tellProgram } from '../../execution/process/tell-program.js';
import type { ApprovalNotice, TellNotice } from './notice.js';

export interface NotifierOptions {
  /** The notice is its last argument, and as JSON on its standard input. */
  readonly command?: readonly string[] | undefined;
  /** Gets the notice as JSON. */
  readonly url?: string | undefined;
  readonly directory: string;
  /** The gate's own: only what a program of the desktop needs is handed on. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const timeoutMs = 10_000;

/** Agents can ask faster than anybody can be told. */
const mostAtOnce = 4;

/** What it takes to reach the person who is logged in. */
const handedOn =
  'PATH HOME USER LANG LC_ALL TZ DISPLAY WAYLAND_DISPLAY XAUTHORITY XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS TMUX';

export function openOwnerNotifier({ command = [], url, directory, environment }: NotifierOptions): TellNotice {
  let telling = 0;
  return async (notice) => {
    if (telling >= mostAtOnce) return 'it was dropped: too many notices are being sent already';
    telling++;
    try {
      const problems = await Promise.all([
        isCommand(command) ? runCommand(command, notice) : undefined,
        url === undefined ? undefined : await post(url, notice),
      ]);
      return problems.filter((problem) => problem !== undefined).join('; ') || undefined;
    } finally {
      telling--;
    }
  };

  function runCommand(words: readonly [string, ...string[]], notice: ApprovalNotice): Promise<string | undefined> {
    const names = handedOn.split(' ').filter((name) => environment[name] !== undefined);
    return tellProgram({
      ...{ command: words, text: notice.text, document: `${JSON.stringify(notice)}\n`, directory, timeoutMs },
      environment: Object.fromEntries(names.map((name) => [name, environment[name] ?? ''])),
    });
  }
}

function isCommand(words: readonly string[]): words is readonly [string, ...string[]] {
  return words.length > 0;
}

/** The address may be a secret: it is in no message. */
async function post(url: string, notice: ApprovalNotice): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(notice),
      // Another place is not the one that the owner named.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return response.ok ? undefined : `the webhook answered ${response.status}`;
  } catch (error) {
    return `the webhook could not be reached (${(error as Error).name})`;
  }
}
