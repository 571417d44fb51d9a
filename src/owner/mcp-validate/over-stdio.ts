import type { Answer, Way } from './message.js';
import { ServerProcess } from './server-process.js';
import type { Target } from './target.js';

type StartedTarget = Extract<Target, { readonly command: unknown }>;

/** Starts the program. It is ended by `close`, whatever happened. */
export async function overStdio({ command, ...around }: StartedTarget, signal: AbortSignal): Promise<Way> {
  const server = new ServerProcess<Answer>(command, around);
  const waiting = new Map<unknown, { resolve(answer: Answer): void; reject(error: Error): void }>();
  let over: string | undefined;
  const giveUp = (reason: string) => {
    over ??= reason;
    const told = server.complaint === '' ? over : `${over}; its stderr ends with: ${server.complaint}`;
    for (const { reject } of waiting.values()) reject(new Error(told));
  };
  server.onmessage = (message) => waiting.get(message.id)?.resolve(message);
  server.onclose = () => giveUp('The server ended');
  signal.addEventListener('abort', () => giveUp('The server did not answer in time'), { once: true });
  await server.start();
  return {
    get isOver() {
      return over !== undefined;
    },
    async send(request) {
      if (over !== undefined) throw new Error(over);
      await server.send(request);
      if (request.id === undefined) return undefined;
      return await new Promise<Answer>((resolve, reject) => waiting.set(request.id, { resolve, reject }));
    },
    close: () => server.close(),
  };
}
