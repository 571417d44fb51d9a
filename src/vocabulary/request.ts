import type { Approval, ApprovalAnswer } from './approval.js';
import type { PromptDetails } from './context.js';
import type { RunEvent } from './event.js';

export const doors = ['library', 'cli', 'repl', 'mcp-stdio', 'mcp-http', 'hook'] as const;

export type Door = (typeof doors)[number];

/** Who asks. */
export interface Caller {
  readonly name: string;
  /** What rules of a policy call it; its name unless given. Several people may have one role, and none shares a name. */
  readonly role?: string | undefined;
  /** Command patterns, or everything. */
  readonly may: 'everything' | readonly string[];
  /** What it may use of what commands require; everything unless given. */
  readonly scopes?: 'everything' | readonly string[] | undefined;
}

/** Inside which directories a request is read. */
export interface Session {
  readonly id: string;
  /** The trusted directory, as a real path: path arguments stay inside it. */
  readonly workspace: string;
  /** Where relative paths start; inside the workspace. */
  readonly directory: string;
  /** What programs of `shell` get beside their usual environment. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  readonly limits?: SessionLimits | undefined;
}

/** What one session may use; the gate's own limits hold as well. */
export interface SessionLimits {
  /** No run takes longer. */
  readonly timeoutMs?: number | undefined;
  /** Programs at the same time. */
  readonly processes?: number | undefined;
}

/** What is to be stopped. A chat is looked for in one session, or in all of them. */
export type CancelTarget =
  | { readonly run: string }
  | { readonly chat: string; readonly session?: string | undefined }
  /** A client that leaves has no use for its runs, but for those that it sent to the background. */
  | { readonly session: string; readonly keepBackground?: boolean | undefined };

export type CancelResult = 'cancel_requested' | 'already_finished' | 'not_found';

/** Text as an agent sends it, words as a shell gives them, or a path with its input object. */
export type RequestLine = string | readonly string[] | ObjectLine;

export interface ObjectLine {
  readonly path: readonly string[];
  readonly input: Readonly<Record<string, unknown>>;
  /** The command's own and the gate's, by name; where they are given, the path is exactly a command's. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** What the agent says about it, for whoever is asked. It decides nothing. */
  readonly comment?: string | undefined;
}

/** The signal ends the question: somebody else was faster, or the run was canceled. */
export type AskPerson = (approval: Approval, signal: AbortSignal) => Promise<ApprovalAnswer | undefined>;

/** A person's yes to a plan that the request belongs to. Only a gate makes one, and believes only its own. */
export interface PlanApproval {
  readonly id: string;
}

/** What a process has that somebody started at a shell. */
export interface AtShell {
  /** Where the caller is. */
  readonly directory: string;
  /** What stands before the words of a line, as it can be pasted into a shell: `node tool.mjs`. */
  readonly invocation?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** All of standard input, where it is not more than that and does not come from a person. */
  readStdin(mostBytes: number): Promise<StdinText>;
  /** Whether somebody sits there who could be asked. */
  readonly attended?: boolean | undefined;
  /** Asks whoever sits there; `undefined` where nobody does. */
  ask?(question: string, signal: AbortSignal, details?: PromptDetails): Promise<string | undefined>;
}

export type StdinText = { readonly text: string } | { readonly missing: 'too-large' | 'terminal' | 'silent' };

/** One request on its way to the gate. */
export interface Request {
  readonly line: RequestLine;
  readonly door: Door;
  readonly caller: Caller;
  readonly session: Session;
  readonly signal?: AbortSignal | undefined;
  /** Where it gives a promise for what a program printed, the program waits for it: a slow reader slows it down. */
  readonly onEvent?: ((event: RunEvent) => unknown) | undefined;
  /** What it listens to; everything unless given. */
  readonly hears?: 'logs' | undefined;
  readonly dryRun?: boolean | undefined;
  /** Whether the door is a terminal: a program may be let onto it where the owner says so. */
  readonly terminal?: boolean | undefined;
  /** What this door can carry, unless the configuration says otherwise. */
  readonly responseBytes?: number | undefined;
  /** What the caller says it can take, whatever else was said. */
  readonly acceptsBytes?: number | undefined;
  /** What the caller calls this and everything else that belongs to it. */
  readonly traceId?: string | undefined;
  /** The program that the caller uses, as that program says: see `clientName`. It is recorded and shown, and decides nothing. */
  readonly client?: string | undefined;
  /** What whoever started this process has given it; only a command line has that. */
  readonly atShell?: AtShell | undefined;
  /** The conversation that it belongs to: its runs can be stopped together. */
  readonly chat?: string | undefined;
  /** Asks the person at the other end of this door; `undefined` when nobody answers there. */
  readonly askPerson?: AskPerson | undefined;
  /** This door asks its person after the answer, for the next request: an answer that is not there yet is not awaited. */
  readonly asksLater?: boolean | undefined;
  /** Where the request is a line of a plan that was approved as a whole. */
  readonly planApproval?: PlanApproval | undefined;
  /**
   * Whoever asks runs it, outside of the gate, once it has the answer: nothing is started here. Where the policy asks,
   * the person is asked by that client, or by the gate before the answer.
   */
  readonly handsOver?: 'client-asks' | 'gate-asks' | undefined;
  /** After this time the answer tells how far the program is, and the run goes on. */
  readonly yieldMs?: number | undefined;
}
