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
  /** Your own tools, in addition to those of the gate. */
  readonly ownTools?: readonly OwnTool[] | undefined;
  /** How commands are offered; as the gate's configuration says unless given. */
  readonly tools?: OfferedAs;
  /**
   * When its client is told that the list of tools has changed: at once unless given; with the answer to its next call,
   * where there is no stream between calls; or by whoever made this server.
   */
  readonly tellsChanges?: 'with-next-call' | 'elsewhere' | undefined;
  /** Shared by the servers of one interface, so that it can withdraw every call at once. */
  readonly calls?: RunningCalls;
  /** For clients of MCP 2026-07-28: shared by the servers of one interface. */
  readonly tasks?: Tasks | undefined;
  /** The runs that clients can read as resources: shared by the servers of one session. */
  readonly recent?: RecentRuns;
  /** When a long call reports to the client that it is still running: by default after 2 seconds, then every 5. */
  readonly heartbeat?: Heartbeat;
  /** Called for everything that happens in a run, above all its log; for the owner, never for the client. */
  readonly onEvent?: (event: RunEvent) => void;
  /** True while the client has not read what was already sent; progress is then reported less often. */
  readonly isCongested?: (request: globalThis.Request | undefined) => boolean;
  /** Resolves when the client has read what was sent; a program whose output it follows waits for it. */
  readonly whenTaken?: (request: globalThis.Request | undefined) => Promise<void>;
}
