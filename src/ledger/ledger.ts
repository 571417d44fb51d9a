// The memory of a gate: a log of its own in a directory that several gates share. Nothing is made before there is
// something to write, and no database is opened for it.

import { join } from 'node:path';
import { makeTrustedDirectory } from '../machine/files/trusted-directory.js';
import { isOwnPlace } from '../machine/paths/own-place.js';
import { realPathSoFar } from '../machine/paths/real-path.js';
import { AuditCopy } from './audit-copy.js';
import { type LedgerLog, openLedgerLog } from './log/ledger-log.js';
import type { LostRun } from './log/recover-dead-gates.js';
import { ownDirectory } from './own-directory.js';
import type { AuditEntry, NoteType, RequestEntry, RunDetails, RunLog } from './run-log.js';

export interface LedgerOptions {
  readonly directory: string;
  readonly sync: 'process' | 'full';
  /** How long entries are kept; for ever where it is not given. */
  readonly keepLogDays?: number | undefined;
  /** Where the ends of the chains are kept once more, out of reach of whoever can write the ledger. */
  readonly witness?: string | undefined;
  readonly earlierWitness?: string | undefined;
  /** The key that seals what is written. */
  readonly keyFile: string;
  /** Is called before anything is written. */
  readonly onFirstWrite?: (() => void) | undefined;
  /** A plain copy of every answer, for other tools. */
  readonly auditFile?: string | undefined;
}

/** Below the directory of a ledger. */
export const logDirectory = (directory: string) => join(directory, 'log');

/**
 * Output is not kept in the workspace, even where the ledger is: whatever is read recursively there, by `grep -r` for
 * example, would find what was printed before, and print it again.
 */
export function outputDirectory(directory: string, workspace: string, instance?: string): string {
  return join(isOwnPlace(directory, workspace) ? ownDirectory(workspace, instance) : directory, 'output');
}

/** How often it is looked whether other gates have died, and whether something is too old. */
const upkeepMs = 10 * 60_000;

export class Ledger implements RunLog {
  readonly directory: string;
  readonly realDirectory: string;
  readonly #options: LedgerOptions;
  readonly #log: LedgerLog;
  readonly #copy: AuditCopy | undefined;
  /** What was written when the runs that go on began. */
  readonly #begun = new Map<string, Fields>();
  #recovering: Promise<void> | undefined;
  #removing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LedgerOptions) {
    const { directory, sync, witness, earlierWitness, keyFile, auditFile } = options;
    this.directory = directory;
    this.realDirectory = realPathSoFar(directory);
    this.#options = options;
    this.#log = openLedgerLog({ directory: logDirectory(directory), sync, witness, earlierWitness, keyFile });
    this.#copy = auditFile === undefined ? undefined : new AuditCopy(auditFile);
  }

  get file(): string | undefined {
    return this.#copy?.file;
  }

  accept(entry: RequestEntry, details: RunDetails): undefined | Promise<undefined> {
    return this.#append('accepted', toFields(entry, details));
  }

  begin(entry: RequestEntry, details: RunDetails): undefined | Promise<undefined> {
    const fields = toFields(entry, details);
    this.#begun.set(entry.user_context.run_id, fields);
    this.#prepare();
    // What cannot be written there later must not begin now.
    this.#copy?.open();
    // Those that begin in one moment are written together: one write of many costs hardly more than one of one.
    return this.#log.appendLater('start', fields).then(ignore);
  }

  record(entry: AuditEntry, details: RunDetails, began: boolean): Promise<void> {
    try {
      this.#prepare();
    } catch (error) {
      return Promise.reject(error);
    }
    const type = began || entry.success ? 'end' : 'refused';
    const fields = toFields(entry, details);
    const beginning = this.#begun.get(entry.user_context.run_id);
    this.#begun.delete(entry.user_context.run_id);
    const written = beginning
      ? this.#log.appendLater(type, withoutRepeated(fields, beginning), fields)
      : this.#log.appendLater(type, fields);
    return this.#copy ? Promise.all([written, this.#copy.record(entry)]).then(ignore) : written;
  }

  note(type: NoteType, fields: Readonly<Record<string, unknown>>): undefined | Promise<undefined> {
    return this.#append(type, fields);
  }

  trouble(): Error | undefined {
    return this.#log.trouble() ?? this.#copy?.trouble();
  }

  /** Marks the runs of gates that died as lost, so that what is read afterwards is true. */
  recover(): Promise<void> {
    this.#recovering ??= this.#recover().finally(() => {
      this.#recovering = undefined;
    });
    return this.#recovering;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#recovering;
    await this.#removing;
    this.#log.close();
    this.#copy?.close();
  }

  #append(type: string, fields: Readonly<Record<string, unknown>>): undefined | Promise<undefined> {
    this.#prepare();
    // What cannot be written there later must not begin now.
    this.#copy?.open();
    if (this.#options.sync === 'full') return this.#log.appendLater(type, fields).then(ignore);
    this.#log.append(type, fields);
    return undefined;
  }

  /** Throws where others could write the ledger. */
  #prepare(): void {
    if (this.#timer) return;
    makeTrustedDirectory(this.directory, 'The ledger');
    this.#options.onFirstWrite?.();
    this.#timer = this.#keepUp();
  }

  #keepUp(): NodeJS.Timeout {
    void this.#lookAfter();
    return setInterval(() => void this.#lookAfter(), upkeepMs).unref();
  }

  async #lookAfter(): Promise<void> {
    await this.recover();
    const { keepLogDays } = this.#options;
    if (keepLogDays === undefined) return;
    this.#removing ??= this.#log
      .removeOldSegments({ keepDays: keepLogDays })
      .then(ignore, ignore)
      .finally(() => {
        this.#removing = undefined;
      });
  }

  /** Another gate's trouble is told by `audit verify`; it must not keep this one from working. */
  async #recover(): Promise<void> {
    try {
      const gates = await this.#log.recoverDeadGates(lostFields);
      for (const { lost } of gates) for (const run of lost) await this.#copy?.record(lostEntry(run));
    } catch {
      // The next time may be better.
    }
  }
}

const ignore = () => undefined;

type Fields = Readonly<Record<string, unknown>>;

/** The field `run` is what the log pairs starts and ends by. */
function toFields(entry: RequestEntry, details: RunDetails): Fields {
  return { run: entry.user_context.run_id, ...entry, ...details };
}

/** Whatever was not the same then is said again: the decision, for example, where a person answered meanwhile. */
function withoutRepeated(fields: Fields, beginning: Fields): Fields {
  const news: Record<string, unknown> = {};
  for (const name in fields) {
    if (name === 'run' || !isSame(fields[name], beginning[name])) news[name] = fields[name];
  }
  return news;
}

/** Not deeply: what is the same is made of the same parts. */
function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => (left as Fields)[name] === (right as Fields)[name])
  );
}

/** What was known of the run when it began is all that will ever be known. */
function lostFields({ run, start }: LostRun): Readonly<Record<string, unknown>> {
  const { created_at, own, background } = (start ?? {}) as Readonly<Record<string, unknown>>;
  return {
    ...lostEntry({ run, start }),
    created_at,
    own,
    background,
    state: 'lost',
    ...(start?.type === 'start' && { started_at: start.at }),
  };
}

function lostEntry({ start }: LostRun): AuditEntry {
  const { command, parsed_command, user_context, decision } = (start ?? {}) as unknown as RequestEntry;
  return {
    timestamp: new Date().toISOString(),
    command,
    parsed_command,
    user_context,
    ...(decision && { decision }),
    success: false,
    error_code: 'LOST',
    duration_ms: 0,
  };
}
