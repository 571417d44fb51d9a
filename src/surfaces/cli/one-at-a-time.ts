import type { AskPerson } from '../../vocabulary/request.js';

/** A terminal has one prompt: whoever asks while it is in use waits. */
export function oneAtATime(ask: AskPerson | undefined): AskPerson | undefined {
  if (!ask) return undefined;
  let last: Promise<unknown> = Promise.resolve();
  return (approval, signal) => {
    const answer = last.then(() => (signal.aborted ? undefined : ask(approval, signal)));
    last = answer.catch(() => undefined);
    return answer;
  };
}
