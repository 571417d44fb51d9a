// Handlers in processes of their own, for the gate: commands that look like any other.
import type { HandlerContext } from '../../execution/handler/handler-context.js';
import type { Command, FunctionCommand, Handler } from '../../vocabulary/command.js';
import type { Launch } from './handler-host.js';
import { type IsolatedCommand, IsolatedRun, type Pools } from './isolated-run.js';
import type { HandlerKind } from './messages.js';
import { OwnHosts } from './own-hosts.js';
import { SharedHosts } from './shared-hosts.js';
import { HostStarter } from './start-hosts.js';

export interface HandlerHostsOptions extends Launch {
  /** Processes at the same time, for commands that have one of their own. */
  readonly most: number;
}

export class HandlerHosts {
  readonly #starter: HostStarter;
  readonly #pools: Pools;

  constructor(options: HandlerHostsOptions) {
    this.#starter = new HostStarter(options);
    this.#pools = { shared: new SharedHosts(this.#starter), own: new OwnHosts(this.#starter, options.most) };
  }

  /** The same command, whose handler runs elsewhere. */
  isolate(command: FunctionCommand, sharing: IsolatedCommand['sharing']): Command {
    const { path, danger, contract } = command;
    const handler = (kind: HandlerKind): Handler => {
      const isolated = { path, danger, sharing, takesToken: contract?.auth !== undefined };
      return (input, context) =>
        new IsolatedRun(isolated, kind, input, context as HandlerContext, this.#pools).answer();
    };
    return { ...command, run: handler('run'), dryRun: command.dryRun && handler('dryRun') };
  }

  /** Rejects where the modules do not load in the process that all of them share, if there is one. */
  whenReady: Promise<unknown> = Promise.resolve();

  /** So that the first request need not wait for it. */
  warm(): void {
    this.whenReady = this.#pools.shared.take();
    this.whenReady.catch(() => undefined);
  }

  /** Other commands have taken the place of these: the processes end with the runs that still need them. */
  retire(): void {
    this.#starter.retire();
  }

  close(): Promise<void> {
    return this.#starter.close();
  }
}
