// A gate takes mail from other processes of its user: those that ask about one of its runs.

import type { Answer, MailMessage } from './message.js';

export interface MailboxOptions {
  /** Below the directory of the workspace's user: see `ownDirectory`. */
  readonly directory: string;
  /** What the ids of this gate's runs begin with, after `run_`. */
  readonly prefix: string;
  /** Whether the caller may is its to decide. A GateError that it throws is the reply. */
  receive(message: MailMessage): Promise<Answer>;
}

export interface Mailbox {
  /** Whoever still waits for a reply gets none. */
  close(): void;
}

/** Loading what is needed takes longer than most commands, which are over before that. */
const delayMs = 50;

/** Opens soon, and keeps no process alive. Where it cannot be opened, whoever sends is told that nobody is there. */
export function openMailbox(options: MailboxOptions): Mailbox {
  let closed = false;
  let opened: Mailbox | undefined;
  const open = async () => {
    const { SocketMailbox } = await import('./socket-mailbox.js');
    if (!closed) opened = new SocketMailbox(options);
  };
  const timer = setTimeout(() => void open().catch(() => undefined), delayMs).unref();
  return {
    close: () => {
      closed = true;
      clearTimeout(timer);
      opened?.close();
    },
  };
}
