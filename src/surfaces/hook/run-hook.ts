// One event of a client → the answer that it obeys. The line goes through the gate like any other request, and is handed
// over to the client: nothing is started here.

import { fstatSync, readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Configuration } from '../../configuration/configuration.js';
import { ConfigurationError } from '../../configuration/configuration-error.js';
import { loadConfiguration } from '../../configuration/load-configuration.js';
import type { Gate } from '../../gate/gate.js';
import { openJudgingGate, recordReport } from '../../gate/opening/open-judging-gate.js';
import { localCaller } from '../../gate/session.js';
import { rememberHandedOver, takeHandedOver } from '../../ledger/handed-over.js';
import { isObject } from '../../shape/kind-of.js';
import { findJsonHazard } from '../../vocabulary/find-json-hazard.js';
import type { Outcome } from '../../vocabulary/outcome.js';
import type { Session } from '../../vocabulary/request.js';
import {
  type AfterEvent,
  type BeforeEvent,
  type Fields,
  type HookClient,
  type HookDecision,
  UnreadableEvent,
} from './client.js';

export type WhereToAsk = 'client' | 'later' | 'wait';

export interface HookSettings {
  readonly client: HookClient;
  /** An absolute path. */
  readonly config: string | undefined;
  readonly ask: WhereToAsk;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** What the client is told, and what its person may want to know on stderr. */
export type HookAnswer =
  | { readonly decision: HookDecision; readonly reason: string }
  | { readonly decision: 'none'; readonly note?: string };

/** What kept the hook from finding an answer: the owner has said what that means. */
export class HookFailure extends Error {}

/** Throws a HookFailure, or whatever goes wrong. */
export async function answerEvent(bytes: Uint8Array, settings: HookSettings): Promise<HookAnswer> {
  const { client, config } = settings;
  const event = readEvent(bytes, client);
  if (event === 'nothing') return { decision: 'none' };
  if (config === undefined) throw new HookFailure('no configuration is given; add --config with an absolute path');
  if (!isAbsolute(config)) throw new HookFailure(`--config is not an absolute path: ${config}`);
  const configuration = await load(config, settings);
  if (event.when === 'after') return await report(configuration, event, client);
  const gate = await openJudgingGate(configuration, settings.environment, event.directory);
  try {
    return await judge(gate, event, settings);
  } finally {
    await gate.close();
  }
}

function readEvent(bytes: Uint8Array, client: HookClient) {
  const text = decode(bytes);
  if (text.trim() === '') throw new HookFailure('the client sent no event on standard input');
  let event: unknown;
  try {
    event = JSON.parse(text);
  } catch {
    throw new HookFailure('the event on standard input is not JSON');
  }
  if (!isObject(event)) throw new HookFailure('the event on standard input is not a JSON object');
  // The client may have read the other one of two.
  const hazard = findJsonHazard(text, event);
  if (hazard?.kind === 'repeated-key') throw new HookFailure(`the event has the key "${hazard.key}" twice`);
  if (hazard?.kind === 'too-deep') throw new HookFailure('the event is nested too deeply');
  try {
    return client.read(event as Fields);
  } catch (error) {
    if (error instanceof UnreadableEvent) throw new HookFailure(error.message);
    throw error;
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new HookFailure('the event on standard input is not UTF-8');
  }
}

async function load(file: string, { environment }: HookSettings) {
  try {
    const configuration = await loadConfiguration({ file, directory: '/', environment });
    if (configuration) return configuration;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new HookFailure(`the configuration ${file} cannot be used: ${error.message}`);
  }
  throw new HookFailure(`there is no configuration ${file}`);
}

async function judge(gate: Gate, event: BeforeEvent, settings: HookSettings): Promise<HookAnswer> {
  const { client, ask, signal } = settings;
  const { command, directory, description } = event;
  const session: Session = { id: shortId(event.session), workspace: gate.workspace, directory: gate.workspace };
  const outcome = await gate.run({
    line: { path: ['shell'], input: { command, directory }, ...(description && { comment: description }) },
    door: 'hook',
    caller: localCaller,
    client: client.name,
    session,
    traceId: shortId(event.call),
    signal,
    handsOver: ask === 'client' ? 'client-asks' : 'gate-asks',
    ...(ask === 'later' && { asksLater: true }),
  });
  const answer = toAnswer(outcome, signal);
  if (answer.decision === 'allow' || answer.decision === 'ask')
    rememberHandedOver(gate.workspace, keyOf(event, client), outcome.run.runId ?? '');
  return answer;
}

function toAnswer(outcome: Outcome, signal: AbortSignal): HookAnswer {
  if (outcome.status === 'completed') {
    const { decision, reason, instead } = outcome.data as { decision: HookDecision; reason: string; instead?: string };
    const unwritten = outcome.run.warnings.find(({ code }) => code === 'AUDIT_FAILED');
    if (unwritten) throw new HookFailure(unwritten.message);
    return { decision, reason: sentences(reason, decision === 'allow' ? undefined : instead) };
  }
  const { code, message, hint } = outcome.error;
  if (code === 'CANCELED' && signal.aborted) throw new HookFailure('nobody answered in time');
  if (code === 'UNAVAILABLE' || code === 'EXECUTION_ERROR') throw new HookFailure(sentences(message, hint));
  return { decision: 'deny', reason: sentences(withoutTool(message), hint) };
}

/** The client has another name for its shell than the gate has. */
function withoutTool(message: string): string {
  return message.replace(/^Permission denied for 'shell': /, '').replace(/\.( \(rule '[^']+'\))/, '$1');
}

async function report(configuration: Configuration, event: AfterEvent, client: HookClient): Promise<HookAnswer> {
  const run = takeHandedOver(configuration.workspace, keyOf(event, client));
  if (run === undefined) return { decision: 'none', note: 'this event belongs to no known run' };
  const { state, exitCode, durationMs, stdoutBytes, stderrBytes } = event;
  await recordReport(configuration, {
    run,
    state,
    ...(exitCode !== undefined && { exit_code: exitCode }),
    ...(durationMs !== undefined && { duration_ms: durationMs }),
    ...(stdoutBytes !== undefined && { stdout_bytes: stdoutBytes }),
    ...(stderrBytes !== undefined && { stderr_bytes: stderrBytes }),
  });
  return { decision: 'none' };
}

function keyOf({ session, call }: BeforeEvent | AfterEvent, { name }: HookClient): string {
  return JSON.stringify([name, session, call]);
}

const longestId = 100;

/** A name of the client's, as it may stand in the ledger and be shown. */
function shortId(id: string): string {
  return id.replace(/[^\w.:@/-]+/g, '_').slice(0, longestId);
}

function sentences(...texts: readonly (string | undefined)[]): string {
  return texts
    .filter((text) => text !== undefined && text !== '')
    .map((text) => (/[.!?]$/.test(text as string) ? text : `${text}.`))
    .join(' ');
}

/** More than this no client sends. */
const mostBytes = 16 * 1024 * 1024;

/** All of standard input. It is not read synchronously: an event that never ends would keep the timeout from coming. */
export async function readEventBytes(): Promise<Uint8Array> {
  if (fstatSync(0).isFile()) return readFileSync(0);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new HookFailure(`the event has more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
