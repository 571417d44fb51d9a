import type { HandlerHost } from './handler-host.js';
import type { HostStarter } from './start-hosts.js';

/** So long a process that was started beside a blocked one is kept when nothing runs in it. */
const idleMs = 10_000;

/**
 * One process for all handlers, so that they share what their modules keep in memory. Only while it is blocked, there
 * is another one for what comes meanwhile.
 */
export class SharedHosts {
  readonly #starter: HostStarter;
  /** The oldest first: it is the one that is used where it answers. */
  readonly #hosts: HandlerHost[] = [];
  #starting: Promise<HandlerHost> | undefined;

  constructor(starter: HostStarter) {
    this.#starter = starter;
  }

  /** The one to use, where it is known at once. */
  get current(): HandlerHost | undefined {
    return this.#hosts.find((host) => !host.isBlocked && !host.isEnded);
  }

  async take(): Promise<HandlerHost> {
    const { current } = this;
    if (current) return current;
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined;
    });
    return await this.#starting;
  }

  release(host: HandlerHost): void {
    if (host === this.#hosts[0] || !host.isIdle) return;
    setTimeout(() => {
      if (host !== this.#hosts[0] && host.isIdle) host.kill('closed');
    }, idleMs).unref();
  }

  async #start(): Promise<HandlerHost> {
    const host = await this.#starter.start();
    this.#hosts.push(host);
    void host.whenEnded.then(() => this.#hosts.splice(this.#hosts.indexOf(host), 1));
    return host;
  }
}
