// The networks that the runs of a session share while one of them is in the background, so that a later one reaches the
// server that an earlier one is. Nobody has one before that, and it goes with the last of them.

import { randomBytes, randomInt } from 'node:crypto';
import type { NetworkSpace } from './network-space.js';
import { PublishedPorts } from './published-ports.js';

export interface NetworkOwner {
  readonly caller: string;
  readonly session: string;
}

/** Who shares: the runs of one caller in one session that know the same. */
export interface Sharing extends NetworkOwner {
  readonly secrets: string;
}

/** Of a run in the background, until it has ended. */
export interface HeldNetwork {
  /** Ports of this machine on which it is reached. */
  readonly published: readonly number[];
  /** Why others are not, one sentence each. */
  readonly unpublished: readonly string[];
  release(): void;
}

/** Of one program that is started in a shared network. */
export interface JoinedNetwork {
  readonly enter: NetworkSpace['enter'];
  /** Where its own way out listens, and what it has to say there: others who share the network must not use it. */
  readonly door: ProxyDoor;
  release(): void;
}

export interface ProxyDoor {
  readonly port: number;
  readonly password: string;
}

interface Shared {
  readonly opening: Promise<NetworkSpace | string>;
  readonly doors: Set<number>;
  readonly published: PublishedPorts;
  background: number;
  /** Runs in it, with those that are only in the background. */
  users: number;
}

/** Below those that the system gives out by itself, above those that people like for their servers. */
const doors = { from: 29_000, to: 32_768 };

export class SessionNetworks {
  readonly #shared = new Map<string, Shared>();
  /** For all sessions: a port of the machine is given once. */
  readonly #taken = new Map<number, object>();

  /** For a run in the background. Resolves to why there is no network to share. */
  async hold(
    sharing: Sharing,
    publish: readonly number[],
    open: () => Promise<NetworkSpace | string>,
  ): Promise<HeldNetwork | string> {
    const key = keyOf(sharing);
    const shared = this.#shared.get(key) ?? this.#open(key, open);
    shared.background++;
    const release = this.#use(key, shared, () => {
      if (--shared.background > 0) return;
      if (this.#shared.get(key) === shared) this.#shared.delete(key);
      shared.published.close();
    });
    const space = await shared.opening;
    if (typeof space === 'string') {
      release();
      return space;
    }
    const unpublished = await Promise.all(publish.map((port) => shared.published.listen(port, space.enter)));
    return {
      published: publish.filter((_, index) => unpublished[index] === undefined),
      unpublished: unpublished.flatMap((reason) => reason ?? []),
      release,
    };
  }

  /** Of all sessions, none shares anything. */
  get isEmpty(): boolean {
    return this.#shared.size === 0;
  }

  /** For a program. Undefined where its session shares nothing. */
  async join(sharing: Sharing): Promise<JoinedNetwork | undefined> {
    const key = keyOf(sharing);
    const shared = this.#shared.get(key);
    if (!shared) return undefined;
    const port = freeDoor(shared.doors);
    shared.doors.add(port);
    const release = this.#use(key, shared, () => shared.doors.delete(port));
    const space = await shared.opening;
    if (typeof space === 'string') {
      release();
      return undefined;
    }
    return { enter: space.enter, door: { port, password: randomBytes(16).toString('hex') }, release };
  }

  #open(key: string, open: () => Promise<NetworkSpace | string>): Shared {
    const shared: Shared = {
      opening: open().catch((error: Error) => error.message),
      doors: new Set(),
      published: new PublishedPorts(this.#taken),
      background: 0,
      users: 0,
    };
    this.#shared.set(key, shared);
    return shared;
  }

  /** Gives what ends the use, once. */
  #use(key: string, shared: Shared, onRelease: () => void): () => void {
    shared.users++;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      onRelease();
      if (--shared.users > 0) return;
      if (this.#shared.get(key) === shared) this.#shared.delete(key);
      void shared.opening.then((space) => typeof space !== 'string' && space.close());
    };
  }
}

function keyOf({ caller, session, secrets }: Sharing): string {
  return JSON.stringify([caller, session, secrets]);
}

function freeDoor(taken: ReadonlySet<number>): number {
  for (;;) {
    const port = randomInt(doors.from, doors.to);
    if (!taken.has(port)) return port;
  }
}
