// Checks one chain: all its lines, and then whether it ends where its head says.

import { setTimeout as sleep } from 'node:timers/promises';
import { ChainCheck } from './chain-check.js';
import { type ChainPiece, ChainReader } from './chain-reader.js';
import type { ChainEnd } from './entry.js';
import type { Finding, Report } from './finding.js';
import { readHead } from './head-file.js';
import { judgeHead } from './judge-head.js';
import type { LedgerDirectory } from './ledger-directory.js';

/** `held`: a gate may be writing it right now. */
export type ChainState = 'held' | 'closed' | 'dead';

export interface VerifiedChain extends ChainEnd {
  readonly entries: number;
}

/** `readState` is asked when all lines have been read: a gate may have opened or closed the chain meanwhile. */
export async function verifyChain(
  directory: LedgerDirectory,
  gate: string,
  readState: () => ChainState,
  report: Report,
): Promise<VerifiedChain | undefined> {
  if (directory.hasChain(gate)) return new Verifier(directory, gate, readState, report).verify();
  const head = readHead(directory.head(gate));
  // A gate that is just being opened has no chain yet.
  const isMissing = head ? head.newest?.seq !== 0 : readState() === 'closed';
  if (isMissing) report({ kind: 'missing_chain', file: directory.chain(gate), message: 'The whole chain is missing' });
  return undefined;
}

/** A gate that writes, opens or closes the chain meanwhile can make its end look wrong for a moment. */
const attempts = { held: 5, closed: 2, dead: 2 };
const retryMs = 10;

class Verifier {
  readonly #directory: LedgerDirectory;
  readonly #gate: string;
  readonly #readState: () => ChainState;
  readonly #report: Report;
  readonly #check: ChainCheck;
  readonly #reader: ChainReader;
  /** The last segment that was looked at, and how many lines of it. */
  #segment = 0;
  #line = 0;
  /** Where the newest entry ends. */
  #end = { segment: 0, bytes: 0 };

  constructor(directory: LedgerDirectory, gate: string, readState: () => ChainState, report: Report) {
    this.#directory = directory;
    this.#gate = gate;
    this.#readState = readState;
    this.#report = report;
    this.#check = new ChainCheck(gate, report);
    const from = { segment: 1, offset: 0 };
    this.#reader = new ChainReader(directory, gate, from, (segment, rest) => this.#endSegment(segment, rest));
  }

  async verify(): Promise<VerifiedChain> {
    try {
      const problems = await this.#findProblemsOfEnd();
      this.#check.finish(this.#readState() !== 'closed');
      for (const problem of problems) this.#report(problem);
      return { ...this.#check.end, entries: this.#check.entries };
    } finally {
      await this.#reader.close();
    }
  }

  async #readOn(): Promise<void> {
    for (let piece = await this.#reader.next(); piece; piece = await this.#reader.next()) this.#note(piece);
  }

  #note({ segment, lines }: ChainPiece): void {
    const missingSegments = Math.max(0, segment - this.#segment - 1);
    if (segment !== this.#segment) this.#line = 0;
    this.#segment = segment;
    const file = this.#directory.segment(this.#gate, segment);
    for (const { bytes, offset, length } of lines) {
      this.#line++;
      const before = this.#check.end;
      this.#check.note(bytes, { file, line: this.#line, isFirstOfSegment: this.#line === 1, missingSegments });
      if (this.#check.end !== before) this.#end = { segment, bytes: offset + length };
    }
  }

  #endSegment(segment: number, rest: number): void {
    if (rest > 0) this.#check.noteRest(this.#directory.segment(this.#gate, segment), rest);
    // One without a line does not count as missing.
    this.#segment = segment;
  }

  async #findProblemsOfEnd(): Promise<readonly Omit<Finding, 'gate' | 'severity'>[]> {
    for (let attempt = 1; ; attempt++) {
      await this.#readOn();
      const head = readHead(this.#directory.head(this.#gate));
      const isMoving = (head?.newest?.seq ?? 0) > this.#check.end.seq;
      // The head is written after the entries that it tells of: whatever it tells of can be read by now.
      if (isMoving) await this.#readOn();
      const state = this.#readState();
      const end = { ...this.#check.end, ...this.#end };
      const { isWhole } = this.#check;
      const question = { directory: this.#directory, gate: this.#gate, head, end, isWhole, isMoving, state };
      const problem = await judgeHead(question);
      const problems = [...this.#findRest(state), ...(problem ? [problem] : [])];
      if (problems.length === 0 || attempt >= attempts[state]) return problems;
      if (state === 'held') await sleep(retryMs);
    }
  }

  /** What lies behind the last line of the newest segment. */
  #findRest(state: ChainState): readonly Omit<Finding, 'gate' | 'severity'>[] {
    const { rest, position } = this.#reader;
    if (rest === 0 || state === 'held') return [];
    const file = this.#directory.segment(this.#gate, position.segment);
    const message = `There are ${rest} bytes behind the last line`;
    return [{ kind: state === 'dead' ? 'torn_line' : 'added', file, message }];
  }
}
