// Checks one chain: all its lines, and then whether it ends where its head and its witness say.

import { setTimeout as sleep } from 'node:timers/promises';
import { ChainCheck } from './chain-check.js';
import { type ChainPiece, ChainReader } from './chain-reader.js';
import type { ChainState } from './chain-state.js';
import { type ChainEnd, chainStart, readEntry } from './entry.js';
import { findUnwitnessed } from './find-unwitnessed.js';
import type { Finding, Report } from './finding.js';
import { readHead } from './head-file.js';
import { judgeHead } from './judge-head.js';
import type { LedgerDirectory } from './ledger-directory.js';
import type { LedgerKey } from './ledger-key.js';
import { findWhereToRead } from './resume-chain.js';
import { SegmentReader } from './segment-reader.js';
import type { Witness } from './witness.js';

export interface VerifiedChain extends ChainEnd {
  readonly entries: number;
}

export interface ChainQuestion {
  readonly directory: LedgerDirectory;
  readonly gate: string;
  /** Undefined where there is none, or where it tells of no chain at all. */
  readonly witness: Witness | undefined;
  /** Is asked when all lines have been read: a gate may have opened or closed the chain meanwhile. */
  readonly readState: () => ChainState;
  readonly report: Report;
  readonly onRead: (bytes: number) => void;
  /** Whether what stands before the newest segment is taken for granted. */
  readonly newestOnly: boolean;
  /** By which the entries should be sealed; null where this user has none yet, undefined where that is not looked at. */
  readonly key: LedgerKey | null | undefined;
}

export async function verifyChain(question: ChainQuestion): Promise<VerifiedChain | undefined> {
  const { directory, gate, witness, readState, report } = question;
  if (directory.hasChain(gate)) return new Verifier(question, await findStart(question)).verify();
  const head = readHead(directory.head(gate));
  const witnessed = witness?.read(gate)?.newest?.seq ?? 0;
  // A gate that is just being opened has no chain yet.
  const isMissing = witnessed > 0 || (head ? head.newest?.seq !== 0 : readState() === 'closed');
  if (!isMissing) return undefined;
  const entries = witnessed === 0 ? '' : `, with its entries up to ${witnessed}`;
  const first = witnessed === 0 ? {} : { seq: 1 };
  report({
    kind: 'missing_chain',
    ...first,
    file: directory.chain(gate),
    message: `The whole chain is missing${entries}`,
  });
  return undefined;
}

/** Where to begin, and the entry that the first one has to follow. */
interface Start {
  readonly segment: number;
  readonly after: ChainEnd;
}

async function findStart({ directory, gate, newestOnly, key }: ChainQuestion): Promise<Start> {
  const segment = newestOnly ? await findWhereToRead(directory, gate, key ?? undefined) : 1;
  const reader = segment === 1 ? undefined : await SegmentReader.open(directory.segment(gate, segment));
  const [line] = (await reader?.next()) ?? [];
  await reader?.close();
  const entry = line?.bytes && readEntry(line.bytes);
  return entry ? { segment, after: { seq: entry.seq - 1, hash: entry.prev } } : { segment: 1, after: chainStart };
}

/** A gate that writes, opens or closes the chain meanwhile can make its end look wrong for a moment. */
const attempts = { held: 5, closed: 2, dead: 2 };
const retryMs = 10;

type Found = Omit<Finding, 'gate' | 'severity'>;

class Verifier {
  readonly #question: ChainQuestion;
  readonly #check: ChainCheck;
  readonly #reader: ChainReader;
  /** The last segment that was looked at, and how many lines of it. */
  #segment: number;
  #line = 0;
  /** Where the newest entry ends. */
  #end = { segment: 0, bytes: 0 };

  constructor(question: ChainQuestion, { segment, after }: Start) {
    const { directory, gate, report, key } = question;
    this.#question = question;
    this.#segment = segment - 1;
    this.#check = new ChainCheck(gate, report, after, key);
    const from = { segment, offset: 0 };
    this.#reader = new ChainReader(directory, gate, from, (segment, rest) => this.#endSegment(segment, rest));
  }

  async verify(): Promise<VerifiedChain> {
    try {
      const { readState, report } = this.#question;
      const problems = await this.#findProblemsOfEnd();
      this.#check.finish(readState() !== 'closed');
      for (const problem of problems) report(problem);
      return { ...this.#check.end, entries: this.#check.entries };
    } finally {
      await this.#reader.close();
    }
  }

  async #readOn(): Promise<void> {
    for (let piece = await this.#reader.next(); piece; piece = await this.#reader.next()) this.#note(piece);
  }

  #note({ segment, lines }: ChainPiece): void {
    const { directory, gate, onRead } = this.#question;
    const missingSegments = Math.max(0, segment - this.#segment - 1);
    if (segment !== this.#segment) this.#line = 0;
    this.#segment = segment;
    const file = directory.segment(gate, segment);
    for (const { bytes, offset, length } of lines) {
      this.#line++;
      const before = this.#check.end;
      this.#check.note(bytes, { file, line: this.#line, isFirstOfSegment: this.#line === 1, missingSegments });
      if (this.#check.end !== before) this.#end = { segment, bytes: offset + length };
    }
    onRead(lines.reduce((sum, { length }) => sum + length, 0));
  }

  #endSegment(segment: number, rest: number): void {
    const { directory, gate } = this.#question;
    if (rest > 0) this.#check.noteRest(directory.segment(gate, segment), rest);
    // One without a line does not count as missing.
    this.#segment = segment;
  }

  async #findProblemsOfEnd(): Promise<readonly Found[]> {
    const { directory, gate, witness, readState, key } = this.#question;
    for (let attempt = 1; ; attempt++) {
      // The witness is written after the head, and the head after the entries that it tells of: whatever one tells of
      // can be read by now.
      const known = witness?.read(gate);
      await this.#readOn();
      const head = readHead(directory.head(gate));
      const isMoving = (head?.newest?.seq ?? 0) > this.#check.end.seq;
      if (isMoving) await this.#readOn();
      const state = readState();
      const end = { ...this.#check.end, ...this.#end };
      const { isWhole } = this.#check;
      const ofHead = await judgeHead({ directory, gate, key, head, end, isWhole, isMoving, state });
      const ofWitness =
        witness && (await findUnwitnessed({ directory, gate, key, witness, known, end, isWhole, state }));
      const problems = [...this.#findRest(state), ...(ofHead ? [ofHead] : []), ...(ofWitness ? [ofWitness] : [])];
      if (problems.length === 0 || attempt >= attempts[state]) return problems;
      if (state === 'held') await sleep(retryMs);
    }
  }

  /** What lies behind the last line of the newest segment. */
  #findRest(state: ChainState): readonly Found[] {
    const { directory, gate } = this.#question;
    const { rest, position } = this.#reader;
    if (rest === 0 || state === 'held') return [];
    const file = directory.segment(gate, position.segment);
    const message = `There are ${rest} bytes after the last line`;
    return [{ kind: state === 'dead' ? 'torn_line' : 'added', file, message }];
  }
}
