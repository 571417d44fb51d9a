// Everything that ever ran, as the ledger tells it. Opened when somebody asks: running a command needs no database.

import type { ReadableOutput } from '../../execution/process/output/readable-output.js';
import { keepData } from '../../execution/process/output/stored/keep-data.js';
import { openStoredOutput } from '../../execution/process/output/stored/stored-output.js';
import { StoredSpool } from '../../execution/process/output/stored/stored-spool.js';
import type { LedgerIndex } from '../../ledger/index/ledger-index.js';
import type { Ledger } from '../../ledger/ledger.js';
import type { Answer, MailMessage } from '../../ledger/mail/message.js';
import { statesOnTheWay } from '../../vocabulary/program.js';
import type { Caller } from '../../vocabulary/request.js';
import type { RecordedOutput, RunRecord } from '../../vocabulary/run-record.js';
import type { RunFilter } from './find-runs.js';
import { RecordedRun } from './recorded-run.js';

export interface RunHistoryOptions {
  readonly ledger: Ledger;
  readonly outputDirectory: string;
  /** How much output is kept, and how long. */
  readonly keepBytes: number | undefined;
  readonly keepDays: number | undefined;
  /** Of a PostgreSQL database; without it the index is a file of the ledger. */
  readonly url: (() => string) | undefined;
  /** Where the gates of this user reach each other. */
  readonly mailDirectory: string;
}

export interface RecordedRuns {
  readonly runs: readonly RecordedRun[];
  readonly next: string | undefined;
  /** Why there may be more that could not be found. */
  readonly problem: string | undefined;
}

/** What a program does not read within this time, it may read later: whoever writes is told. */
const longestReplyMs = 20_000;

/** A small part of the time of a gate that has much to do. */
const followEveryMs = 30_000;
const followForMs = 2_000;

/** Whoever waits for a run looks again and again. */
const recoverEveryMs = 1_000;

const ignore = () => undefined;

export class RunHistory {
  readonly mailDirectory: string;
  readonly #outputDirectory: string;
  readonly #options: RunHistoryOptions;
  #index: Promise<LedgerIndex> | undefined;
  #spool: StoredSpool | undefined;
  #timer: NodeJS.Timeout | undefined;
  #recoveredAt = Number.NEGATIVE_INFINITY;
  /** The follow that goes on, and the one after it that all wait for who came meanwhile. */
  #shared: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #problem: string | undefined;
  #following: Promise<void> | undefined;

  constructor(options: RunHistoryOptions) {
    this.#options = options;
    this.mailDirectory = options.mailDirectory;
    this.#outputDirectory = options.outputDirectory;
  }

  /** Where the output of this gate's runs is kept. */
  get spool(): StoredSpool {
    const { keepBytes, keepDays } = this.#options;
    this.#spool ??= new StoredSpool({
      directory: this.#outputDirectory,
      ...(keepBytes !== undefined && { keepBytes }),
      ...(keepDays !== undefined && { keepDays }),
    });
    return this.#spool;
  }

  /** Undefined where it printed nothing that was captured. */
  openOutput({ run, state, output }: RunRecord): ReadableOutput | undefined {
    const goesOn = statesOnTheWay.includes(state);
    // Of a run that was not recorded to its end, its files are all that is known.
    if (goesOn || state === 'lost') return openStoredOutput(this.#outputDirectory, run, output, goesOn);
    return output && openStoredOutput(this.#outputDirectory, run, output);
  }

  async keepData(run: string, json: string, mostBytes: number): Promise<RecordedOutput> {
    return { data: await keepData(this.spool, run, json, mostBytes) };
  }

  async find(caller: Caller, run: string): Promise<RecordedRun | undefined> {
    const record = await this.read(run);
    return record?.caller === caller.name ? new RecordedRun(record, this) : undefined;
  }

  async read(run: string): Promise<RunRecord | undefined> {
    const index = await this.#upToDate();
    return await index.find(run);
  }

  async list(caller: Caller, { state, command, limit, cursor }: RunFilter): Promise<RecordedRuns> {
    const index = await this.#upToDate();
    const { runs, next } = await index.list({
      caller: caller.name,
      limit,
      // The ledger knows that a run has begun, and no more until it has ended.
      ...(state !== undefined && { states: statesOnTheWay.includes(state) ? statesOnTheWay : [state] }),
      ...(command !== undefined && { command }),
      ...(cursor !== undefined && { cursor }),
    });
    return { runs: runs.map((record) => new RecordedRun(record, this)), next, problem: this.#problem };
  }

  /** Asks the gate that has the run. Undefined: there is no such gate any more. Rejects with what that gate refuses. */
  async ask(message: MailMessage, signal: AbortSignal): Promise<Answer | undefined> {
    const [{ sendMail }, { gateOf }] = await Promise.all([
      import('../../ledger/mail/send-mail.js'),
      import('../../ledger/mail/mailbox-place.js'),
    ]);
    const directory = this.mailDirectory;
    const prefix = gateOf(message.run) ?? '';
    const reply = await sendMail({ directory, prefix, message, waitMs: longestReplyMs, signal });
    if (reply === 'nobody') return undefined;
    if ('error' in reply) throw reply.error;
    return reply.answer;
  }

  /** In a gate that stays, so that the first question does not find a long log that the index has never seen. */
  followNowAndThen(): void {
    this.#timer ??= setInterval(() => void this.#followForAWhile(), followEveryMs).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#following;
    const index = await this.#index?.catch(() => undefined);
    await index?.close();
    await this.#spool?.close();
  }

  /** Whatever goes wrong is told to whoever asks. */
  #followForAWhile(): Promise<void> {
    this.#following ??= this.#openIndex()
      .then((index) => index.follow(AbortSignal.timeout(followForMs)))
      .then(ignore, ignore)
      .finally(() => {
        this.#following = undefined;
      });
    return this.#following;
  }

  #openIndex(): Promise<LedgerIndex> {
    this.#index ??= this.#open();
    return this.#index;
  }

  async #upToDate(): Promise<LedgerIndex> {
    const index = await this.#openIndex();
    await this.#recoverNowAndThen();
    await this.#followTogether(index);
    return index;
  }

  /** Whoever asks while others are following has to wait for the next time: what happened meanwhile is to be seen. */
  async #followTogether(index: LedgerIndex): Promise<void> {
    const running = this.#shared;
    this.#next ??= (running ?? Promise.resolve()).then(ignore, ignore).then(() => {
      this.#next = undefined;
      this.#shared = index.follow().then(({ problem }) => {
        this.#problem = problem;
      });
      return this.#shared;
    });
    await this.#next;
  }

  /** The runs of a gate that died must not look as if they went on. */
  async #recoverNowAndThen(): Promise<void> {
    const now = performance.now();
    if (now - this.#recoveredAt < recoverEveryMs) return;
    await this.#options.ledger.recover();
    this.#recoveredAt = now;
  }

  async #open(): Promise<LedgerIndex> {
    const { ledger, url } = this.#options;
    try {
      const { openLedgerIndex } = await import('../../ledger/index/open-ledger-index.js');
      return await openLedgerIndex({ directory: ledger.directory, ...(url && { url: url() }) });
    } catch (error) {
      // The next question tries again.
      this.#index = undefined;
      throw error;
    }
  }
}
