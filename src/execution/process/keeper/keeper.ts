// The keeper finds and ends what runs leave behind, and everything they started if this process dies suddenly.
// It works in a process of its own, so that neither a run nor the gate's event loop pays for it.

import { ProcessKeeper } from './process-keeper.js';

/** How far the keeper sees: every descendant wherever it hides, or process groups, sessions and the trees it saw. */
export type KeeperScope = 'marked' | 'groups';

export interface KeeperOptions {
  /** What dies with the gate: everything this process ever started, or only what runs started. */
  readonly owns: 'process' | 'runs';
  /** Told when the keeper cannot do all of its work. A run is never refused because of that. */
  readonly onProblem?: (problem: string) => void;
}

/** None of its methods throws or rejects. */
export interface Keeper {
  readonly scope: KeeperScope;
  /**
   * To be called right before the spawn, with nothing else started in between. A promise only while the first run
   * prepares this process; the spawn follows in the same turn in which it settles.
   */
  runStarts(runId: string): void | Promise<void>;
  /** To be called right after the spawn, in the same turn. */
  runStarted(runId: string, pid: number): void;
  /** To be called once for each run that was announced, also where its program could not be started. */
  runEnded(runId: string): void;
  /** A temporary directory that nobody would remove if this process died. */
  removeAfterDeath(directory: string): void;
  /** What runs left behind is still ended, without anybody waiting for it. */
  close(): Promise<void>;
}

interface Shared {
  readonly keeper: ProcessKeeper;
  readonly users: Set<KeeperOptions>;
}

/** On the global object, because a second copy of this module works in the same process. */
const place = Symbol.for('cmdgate.keeper');
const home = globalThis as { [place]?: Shared | undefined };

/** One for the process: several gates share it, and the last to close it ends it. */
export function openKeeper(options: KeeperOptions): Keeper {
  const shared = home[place] ?? share(options);
  home[place] = shared;
  const { keeper, users } = shared;
  const user = { ...options };
  users.add(user);
  if (options.owns === 'process') keeper.ownProcess();
  return {
    get scope() {
      return keeper.scope;
    },
    runStarts: (runId) => keeper.runStarts(runId),
    runStarted: (runId, pid) => keeper.runStarted(runId, pid),
    runEnded: (runId) => keeper.runEnded(runId),
    removeAfterDeath: (directory) => keeper.removeAfterDeath(directory),
    async close() {
      users.delete(user);
      if (users.size > 0) return;
      if (home[place] === shared) home[place] = undefined;
      await keeper.close();
    },
  };
}

function share({ owns }: KeeperOptions): Shared {
  const users = new Set<KeeperOptions>();
  const onProblem = (problem: string) => {
    for (const user of users) user.onProblem?.(problem);
  };
  return { keeper: new ProcessKeeper({ owns, onProblem }), users };
}
