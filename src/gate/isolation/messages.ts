// What the gate and a process that holds handlers say to each other. Values cross as structured clones; what a handler
// gives crosses as JSON text, because that is all an answer can hold.
import type { Input } from '../../vocabulary/command.js';
import type { PageWanted } from '../../vocabulary/context.js';
import type { Caller, Session } from '../../vocabulary/request.js';
import type { AnswerRoom } from '../answering/large-answer.js';
import type { PackedError } from './packed-error.js';

/** How something ended that the other side waits for. */
export type Settled =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: PackedError };

/** What a handler may ask for without waiting: it crosses with the request. */
export interface RunFacts {
  readonly session: Session;
  readonly caller: Caller;
  readonly dryRun: boolean;
  readonly page: PageWanted;
  /** Where paths may lead. */
  readonly scope: Session;
  /** Whether somebody sits at a terminal. */
  readonly terminal: boolean;
  readonly token: Settled;
  /** How much of an answer is of use; undefined where all of it is. */
  readonly room: AnswerRoom | undefined;
}

export type HandlerKind = 'run' | 'dryRun';

/** Which commands the process holds. */
export interface Loading {
  readonly files: readonly string[];
  readonly strict: boolean;
}

export type ToHost =
  | ({
      readonly type: 'load';
      /** Where each run is noted before its handler is entered; undefined where there is no such place. */
      readonly enteredFile: number | undefined;
    } & Loading)
  | {
      readonly type: 'run';
      readonly run: number;
      readonly path: readonly string[];
      readonly kind: HandlerKind;
      readonly input: Input;
      readonly facts: RunFacts;
      /**
       * The handler is entered if it comes to that before this time of the common clock. Later it is entered when the
       * gate says so, and the gate may still choose another process.
       */
      readonly enterBefore: number;
    }
  | { readonly type: 'enter'; readonly run: number }
  | { readonly type: 'withdraw'; readonly run: number }
  | { readonly type: 'abort'; readonly run: number; readonly reason: string }
  | { readonly type: 'reply'; readonly run: number; readonly call: number; readonly answer: Settled }
  /** One of the things that `context.items` works on. */
  | { readonly type: 'work'; readonly run: number; readonly call: number; readonly index: number }
  | { readonly type: 'clean'; readonly run: number }
  /** One more value of a stream may come. */
  | { readonly type: 'next'; readonly run: number }
  | { readonly type: 'ping' };

/** What the gate says in one turn, each as a structured clone: one message of the channel costs more than what is in it. */
export type ParcelToHost = readonly Uint8Array[];

/** What a process says in one message of the channel. */
export type ParcelFromHost = FromHost | readonly FromHost[];

/** What the gate does for a handler, and the handler waits for. */
export type CallName =
  | 'spawn'
  | 'pipeline'
  | 'temporaryDirectory'
  | 'lock'
  | 'confirm'
  | 'prompt'
  | 'settings'
  | 'writeSettings'
  | 'items';

/** What a handler tells without waiting. */
export type TellName = 'log' | 'progress' | 'message' | 'step' | 'truncated' | 'openUrl' | 'release' | 'hasCleanUps';

export type FromHost =
  | { readonly type: 'loaded' }
  | { readonly type: 'not-loaded'; readonly reason: string }
  | { readonly type: 'ready'; readonly run: number }
  | {
      readonly type: 'call';
      readonly run: number;
      readonly call: number;
      readonly name: CallName;
      readonly args: readonly unknown[];
    }
  | { readonly type: 'tell'; readonly run: number; readonly name: TellName; readonly args: readonly unknown[] }
  | {
      readonly type: 'worked';
      readonly run: number;
      readonly call: number;
      readonly index: number;
      readonly answer: Settled;
    }
  | { readonly type: 'cleaned'; readonly run: number }
  | { readonly type: 'streams'; readonly run: number }
  | { readonly type: 'value'; readonly run: number; readonly json: string }
  /** Without `json` it gave nothing. */
  | {
      readonly type: 'returned';
      readonly run: number;
      readonly json: string | undefined;
      /** As much as fits into an answer, and about how much was not written, where it is a large one. */
      readonly beginning?: string | undefined;
      readonly droppedBytes?: number | undefined;
    }
  | { readonly type: 'threw'; readonly run: number; readonly error: PackedError }
  /** It called `process.exit`, which was not obeyed. */
  | { readonly type: 'exited'; readonly run: number; readonly exitCode: number }
  | { readonly type: 'pong' };

/** How many values of a stream may be on their way. */
export const streamWindow = 16;
