// What every client that asks by a hook has in common: an event before a line runs, one after it, and an answer.

import { isObject } from '../../shape/kind-of.js';

export type HookDecision = 'allow' | 'ask' | 'deny';

/** A line that the client is about to run in its own shell. */
export interface BeforeEvent {
  readonly when: 'before';
  readonly command: string;
  /** Where its shell is, as the client says. */
  readonly directory: string;
  readonly session: string;
  /** What the client calls this one call; where it has no name for it, the line itself. */
  readonly call: string;
  /** What the model says about it. */
  readonly description?: string | undefined;
}

/** The same line when it has ended, or was sent to the background. */
export interface AfterEvent {
  readonly when: 'after';
  readonly session: string;
  readonly call: string;
  readonly state: 'completed' | 'failed' | 'canceled' | 'handed_over';
  readonly exitCode?: number | undefined;
  readonly durationMs?: number | undefined;
  readonly stdoutBytes?: number | undefined;
  readonly stderrBytes?: number | undefined;
}

/** `nothing`: it is about something else than a line for a shell. */
export type HookEvent = BeforeEvent | AfterEvent | 'nothing';

export interface HookClient {
  readonly name: string;
  /** Whether its hooks can have the person asked that sits there. */
  readonly canAsk: boolean;
  /** Throws an UnreadableEvent. */
  read(event: Fields): HookEvent;
  /** The document that it is answered with. */
  answer(decision: HookDecision, reason: string): Fields;
}

export type Fields = Readonly<Record<string, unknown>>;

/** An event that is not as the client describes it. */
export class UnreadableEvent extends Error {}

export function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new UnreadableEvent(`"${name}" is missing in the event, or is not a string`);
  return value;
}

export function objectIn(fields: Fields, name: string): Fields {
  const value = fields[name];
  if (!isObject(value)) throw new UnreadableEvent(`"${name}" is missing in the event, or is not an object`);
  return value as Fields;
}

export function numberIn(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined;
}

export function bytesOf(value: unknown): number | undefined {
  return typeof value === 'string' ? Buffer.byteLength(value) : undefined;
}

export function unknownEvent(name: string): UnreadableEvent {
  return new UnreadableEvent(`the event ${JSON.stringify(name.slice(0, 60))} is not supported by this hook`);
}
