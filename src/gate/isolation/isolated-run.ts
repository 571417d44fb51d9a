// A run whose handler is in another process. Where that process is lost or blocked by somebody else, the run goes to
// another one, if its handler was not entered or only reads.
import type { HandlerContext } from '../../execution/handler/handler-context.js';
import type { DangerLevel, Input } from '../../vocabulary/command.js';
import { whenAborted } from '../../vocabulary/when-aborted.js';
import { Attempt, type AttemptListener, type HandlerCall } from './attempt.js';
import type { HandlerHost, HostEnd } from './handler-host.js';
import { IsolationError } from './isolation-error.js';
import type { HandlerKind, RunFacts, Settled } from './messages.js';
import type { OwnHosts } from './own-hosts.js';
import { packError } from './packed-error.js';
import type { SharedHosts } from './shared-hosts.js';

export interface Pools {
  readonly shared: SharedHosts;
  readonly own: OwnHosts;
}

export interface IsolatedCommand {
  readonly path: readonly string[];
  readonly danger: DangerLevel;
  /** Whether others may be in the same process. */
  readonly sharing: 'shared' | 'own';
  /** Whether it declares that it signs in. */
  readonly takesToken: boolean;
}

/** A process that ends again and again must not be tried for ever. */
const mostAttempts = 3;
/** So long a handler in a process of its own may take to end after it was told to. */
const graceMs = 1_000;

export class IsolatedRun implements AttemptListener {
  readonly #command: IsolatedCommand;
  readonly #pools: Pools;
  readonly #call: HandlerCall;
  readonly #attempts = new Set<Attempt>();
  readonly #poolOf = new Map<Attempt, 'shared' | 'own'>();
  readonly #forgetSignal: () => void;
  #resolve: (value: unknown) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  #isSettled = false;
  #begun = 0;
  #pending = 0;
  #wasRescued = false;

  constructor(command: IsolatedCommand, kind: HandlerKind, input: Input, context: HandlerContext, pools: Pools) {
    this.#command = command;
    this.#pools = pools;
    this.#call = { path: command.path, kind, input, context, facts: factsOf(context, command) };
    this.#forgetSignal = context.signal.aborted ? () => undefined : whenAborted(context.signal, () => this.#abandon());
  }

  answer(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#begin(this.#command.sharing);
    });
  }

  onReturned(attempt: Attempt, value: unknown): void {
    this.#settle(attempt, () => this.#resolve(value));
  }

  onThrew(attempt: Attempt, error: unknown): void {
    this.#settle(attempt, () => this.#reject(error));
  }

  onExited(attempt: Attempt, exitCode: number): void {
    this.#settle(attempt, () => this.#reject(this.#lost(`its handler called process.exit(${exitCode})`)));
    // In a process of its own nobody else is harmed, and what it left behind goes with it.
    if (this.#poolOf.get(attempt) === 'own') attempt.host.kill('closed');
  }

  onBlocked(attempt: Attempt): void {
    if (this.#isSettled || this.#poolOf.get(attempt) === 'own') return;
    if (!attempt.wasEntered) {
      attempt.withdraw();
      this.#begin('shared');
    } else if (this.#mayRunTwice(attempt)) this.#rescue();
  }

  onLost(attempt: Attempt, end: HostEnd): void {
    this.#attempts.delete(attempt);
    if (this.#isSettled) return;
    if (!attempt.wasEntered && this.#begun < mostAttempts) this.#begin(this.#command.sharing);
    else if (attempt.wasEntered && this.#mayRunTwice(attempt)) this.#rescue();
    else if (this.#attempts.size === 0 && this.#pending === 0) {
      this.#settle(attempt, () => this.#reject(this.#lost(describeEnd(end))));
    }
  }

  onGone(attempt: Attempt): void {
    this.#attempts.delete(attempt);
    const pool = this.#poolOf.get(attempt);
    this.#poolOf.delete(attempt);
    if (pool) this.#pools[pool].release(attempt.host);
  }

  /** Only what changes nothing may be done a second time. It then has a process of its own: it may be the cause. */
  #mayRunTwice(attempt: Attempt): boolean {
    const { danger, sharing } = this.#command;
    return danger === 'safe' && sharing === 'shared' && !attempt.isStream && !this.#wasRescued;
  }

  #rescue(): void {
    this.#wasRescued = true;
    this.#begin('own');
  }

  #begin(pool: 'shared' | 'own'): void {
    this.#begun++;
    const current = pool === 'shared' ? this.#pools.shared.current : undefined;
    if (current) {
      this.#enter(current, pool);
      return;
    }
    this.#pending++;
    const { context } = this.#call;
    const taken =
      pool === 'own' ? this.#pools.own.take(context.caller.name, context.signal) : this.#pools.shared.take();
    taken.then(
      (host) => {
        this.#pending--;
        if (this.#isSettled) this.#pools[pool].release(host);
        else this.#enter(host, pool);
      },
      (error: unknown) => {
        this.#pending--;
        if (this.#attempts.size === 0 && !this.#isSettled) this.#settle(undefined, () => this.#reject(error));
      },
    );
  }

  #enter(host: HandlerHost, pool: 'shared' | 'own'): void {
    try {
      const attempt = new Attempt(host, this.#call, this);
      this.#attempts.add(attempt);
      this.#poolOf.set(attempt, pool);
    } catch (error) {
      this.#pools[pool].release(host);
      this.#settle(undefined, () => this.#reject(error));
    }
  }

  #settle(by: Attempt | undefined, tell: () => void): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    // A stream goes on after it was handed out, and still has to hear of the end.
    if (!by?.isStream) this.#forgetSignal();
    tell();
    for (const other of this.#attempts) if (other !== by) this.#giveUp(other);
  }

  #abandon(): void {
    this.#isSettled = true;
    this.#reject(this.#call.context.signal.reason);
    for (const attempt of [...this.#attempts]) this.#giveUp(attempt);
  }

  #giveUp(attempt: Attempt): void {
    attempt.abandon('The run has ended.');
    if (this.#poolOf.get(attempt) !== 'own') return;
    // A process of its own need not be shared with what does not stop.
    setTimeout(() => {
      if (this.#attempts.has(attempt)) attempt.host.kill('blocked');
    }, graceMs).unref();
  }

  #lost(why: string): IsolationError {
    const name = `'${this.#command.path.join(' ')}'`;
    const isSafe = this.#command.danger === 'safe';
    return new IsolationError('HANDLER_LOST', `${name} ended before it answered: ${why}`, {
      hint: isSafe
        ? 'Do not send the same request repeatedly: it is likely to end the same way. Tell the owner'
        : 'All, some or none of it may have been done: check what changed before you send it again. Tell the owner',
    });
  }
}

function factsOf(context: HandlerContext, { takesToken }: IsolatedCommand): RunFacts {
  const { session, caller, dryRun, page, host } = context;
  const scope = host.scope ?? session;
  return {
    session,
    caller,
    dryRun,
    page,
    scope,
    terminal: host.terminal === true,
    token: takesToken ? tokenOf(context) : noToken(context),
    room: host.room,
  };
}

let tokenOfNobody: Settled | undefined;

/** Most commands have none, and say so each time in the same words. */
function noToken(context: HandlerContext): Settled {
  tokenOfNobody ??= tokenOf(context);
  return tokenOfNobody;
}

function tokenOf(context: HandlerContext): Settled {
  try {
    return { ok: true, value: context.token() };
  } catch (error) {
    return { ok: false, error: packError(error) };
  }
}

function describeEnd({ cause, exitCode, signal }: HostEnd): string {
  if (cause === 'memory') return 'its process ran out of memory';
  if (cause === 'blocked')
    return 'a handler blocked its process by computing without a pause, and the process was stopped';
  if (cause === 'closed') return 'its process was stopped';
  return signal === null ? `its process exited with code ${exitCode}` : `its process was terminated by ${signal}`;
}
