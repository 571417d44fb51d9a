// A client of `cmdgate serve` that writes lines and reads lines: it survives whatever happens to the server.

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startCmdgate } from '../cli/process.js';

export interface Answer {
  readonly success: boolean;
  readonly data?: { readonly run?: string; readonly state?: string } & Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: string; readonly details?: readonly { readonly code: string }[] };
  readonly _meta: { readonly run_id?: string; readonly command: string } & Readonly<Record<string, unknown>>;
}

export class StdioClient {
  readonly server: ChildProcessWithoutNullStreams;
  /** Every answer that has arrived, by the number of its call. */
  readonly answers = new Map<number, Answer>();
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #ended: Promise<unknown>;
  #calls = 1;

  constructor(cwd: string, environment: Readonly<Record<string, string>> = {}) {
    this.server = startCmdgate(['serve'], { cwd, environment });
    this.server.stderr.resume();
    this.#ended = once(this.server, 'close');
    createInterface({ input: this.server.stdout }).on('line', (line) => this.#hear(line));
    const clientInfo = { name: 'test', version: '1' };
    this.#send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
    });
    this.#send({ method: 'notifications/initialized' });
  }

  /** Sends a command, and gives the number of the call. */
  send(command: string): number {
    const id = ++this.#calls;
    this.#send({ id, method: 'tools/call', params: { name: 'cli', arguments: { command } } });
    return id;
  }

  /** Never resolves where the server dies before it answers. */
  ask(command: string): Promise<Answer> {
    return new Promise((resolve) => this.#waiting.set(this.send(command), resolve));
  }

  async kill(): Promise<void> {
    this.server.kill('SIGKILL');
    await this.#ended;
  }

  async close(): Promise<void> {
    this.server.stdin.end();
    await this.#ended;
  }

  #send(message: object): void {
    this.server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #hear(line: string): void {
    const { id, result } = JSON.parse(line);
    const text = result?.content?.[0]?.text;
    if (text === undefined) return;
    const answer = JSON.parse(text) as Answer;
    this.answers.set(id, answer);
    this.#waiting.get(id)?.(answer);
  }
}
