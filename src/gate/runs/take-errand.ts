// What another process of this user asks of this gate about one of its runs. It can do what the run's caller can.

import type { Answer, MailMessage } from '../../ledger/mail/message.js';
import { GateError } from '../../vocabulary/gate-error.js';
import type { RunBook } from '../run/run-book.js';

export async function takeErrand(book: RunBook, message: MailMessage): Promise<Answer> {
  const known = book.find({ name: message.caller, may: 'everything' }, message.run);
  if (!known) {
    throw new GateError('VALIDATION_ERROR', `No run of '${message.caller.slice(0, 100)}' is called so in this gate`, {
      hint: "Run 'runs list' for what is known",
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
