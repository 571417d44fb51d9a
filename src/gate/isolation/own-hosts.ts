import { FairQueue } from '../../policy/fair-queue.js';
import { whenAborted } from '../../vocabulary/when-aborted.js';
import type { HandlerHost } from './handler-host.js';
import type { HostStarter } from './start-hosts.js';

const mostIdle = 2;
const idleMs = 30_000;

/** A process for each run. One that has answered is used again, so that the next run need not wait for its start. */
export class OwnHosts {
  readonly #starter: HostStarter;
  readonly #places: FairQueue;
  readonly #idle: HandlerHost[] = [];

  constructor(starter: HostStarter, most: number) {
    this.#starter = starter;
    this.#places = new FairQueue(most);
  }

  /** Waits for a place; callers take turns. Rejects where the signal is aborted meanwhile. */
  async take(caller: string, signal: AbortSignal): Promise<HandlerHost> {
    if (!this.#places.tryEnter()) await this.#wait(caller, signal);
    try {
      return this.#takeIdle() ?? (await this.#starter.start());
    } catch (error) {
      this.#places.leave();
      throw error;
    }
  }

  /** Once for each that was taken. */
  release(host: HandlerHost): void {
    this.#places.leave();
    if (host.isEnded) return;
    if (!host.isIdle || this.#idle.length >= mostIdle) {
      host.kill('closed');
      return;
    }
    this.#idle.push(host);
    setTimeout(() => {
      const at = this.#idle.indexOf(host);
      if (at === -1) return;
      this.#idle.splice(at, 1);
      host.kill('closed');
    }, idleMs).unref();
  }

  #takeIdle(): HandlerHost | undefined {
    for (let host = this.#idle.pop(); host; host = this.#idle.pop()) if (!host.isEnded) return host;
    return undefined;
  }

  #wait(caller: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const waiting = this.#places.enter(caller, () => {
        forget();
        resolve();
      });
      const forget = whenAborted(signal, () => {
        if (waiting !== 'full') this.#places.withdraw(waiting);
        reject(signal.reason);
      });
      if (waiting === 'full') reject(new Error('Too many runs are waiting for a process.'));
    });
  }
}
