import type { Gate } from '../../gate/gate.js';
import type { RunEvent } from '../../vocabulary/event.js';
import type { OfferedAs } from '../../vocabulary/introduction.js';
import type { Caller, Session } from '../../vocabulary/request.js';
import type { OwnTool } from './own-server.js';
import type { Heartbeat } from './progress.js';
import type { RecentRuns } from './resources/recent-runs.js';
import type { RunningCalls } from './running-calls.js';
import type { Tasks } from './tasks/tasks.js';

export interface McpServerOptions {
  /** The gate that is served, of `createAcli` or `createGate`. */
  readonly gate: Pick<
    Gate,
    | 'name'
    | 'version'
    | 'description'
    | 'ownVersion'
    | 'introduction'
    | 'run'
    | 'refuse'
    | 'registry'
    | 'mayRun'
    | 'yieldMs'
    | 'approvals'
    | 'plans'
    | 'find'
    | 'cancel'
    | 'tellRenewed'
  >;
  /** Who asks, and what they may run. */
  readonly caller: Caller;
  /** The workspace, and the directory where relative paths start. */
  readonly session: Session;
  /** Which kind of transport it is, for policies and records. */
  readonly door: 'mcp-stdio' | 'mcp-http';
  /** Tools of the user's own, beside those of the gate. */
  readonly ownTools?: readonly OwnTool[] | undefined;
  /** How commands are offered; as the gate's configuration says unless given. */
  readonly tools?: OfferedAs;
  /**
   * When its client is told that the list of tools has changed: at once unless given; with the answer to its next call,
   * where there is no stream between calls; or by whoever made this server.
   */
  readonly tellsChanges?: 'with-next-call' | 'elsewhere' | undefined;
  /** Shared by the servers of one door, so that it can withdraw every call at once. */
  readonly calls?: RunningCalls;
  /** Where the client is one of the 2026 generation: shared by the servers of one door. */
  readonly tasks?: Tasks | undefined;
  /** The runs that clients can read as resources: shared by the servers of one session. */
  readonly recent?: RecentRuns;
  /** When a call that takes long tells the client that it still runs: after 2 seconds, then every 5, unless given. */
  readonly heartbeat?: Heartbeat;
  /** Everything that happens in a run, its log above all; for the owner, never for the client. */
  readonly onEvent?: (event: RunEvent) => void;
  /** True while the client does not take what was already sent; progress is then thinned out. */
  readonly isCongested?: (request: globalThis.Request | undefined) => boolean;
  /** Resolves when the client has taken what was sent; a program whose output it follows waits for that. */
  readonly whenTaken?: (request: globalThis.Request | undefined) => Promise<void>;
}
