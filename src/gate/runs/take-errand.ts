// What another process of this user asks of this gate about one of its runs. It can do what the run's caller can.

import type { Answer, MailMessage } from '../../ledger/mail/message.js';
import { GateError } from '../../vocabulary/gate-error.js';
import type { RunBook } from '../run/run-book.js';

export async function takeErrand(book: RunBook, message: MailMessage): Promise<Answer> {
  const known = book.find({ name: message.caller, may: 'everything' }, message.run);
  if (!known) {
    throw new GateError('VALIDATION_ERROR', `This gate has no run with that id for '${message.caller.slice(0, 100)}'`, {
      hint: "Run 'runs list' to list the known runs",
    });
  }
  switch (message.type) {
    case 'cancel':
      return { outcome: book.cancel({ run: known.runId }) };
    case 'write':
      return { outcome: await known.writeInput(Buffer.from(message.bytes), false) };
    case 'close-input':
      return { outcome: await known.writeInput(Buffer.alloc(0), true) };
  }
}
