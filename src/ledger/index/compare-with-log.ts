// Whether the index tells what the log tells, as far as it has followed it. Changes neither of them.

import { agreesWithLog } from './agrees-with-log.js';
import { type ChainRow, listChainRows } from './chain-row.js';
import { compareChain, type IndexProblem } from './compare-chain.js';
import type { Following } from './follow-chain.js';
import type { ComparedIndex, IndexPart } from './ledger-index.js';

/** A segment has some thousand runs: reading so many takes a moment. */
const sampledSegments = 3;

/** Somebody else can follow the log meanwhile. */
const attempts = 3;

export async function compareWithLog(following: Following, part: IndexPart): Promise<ComparedIndex> {
  const { database, statements } = following;
  const wanted = choose(await listSegments(following), part);
  const problems: IndexProblem[] = [];
  let runs = 0;
  for (const [gate, segments] of wanted) {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const before = await findChain(gate);
      if (!before || !(await isComparable(following, before))) break;
      const compared = await compareChain(following, before, segments, part === 'all');
      // Else what was read at first and what was read at last do not belong together.
      if ((await findChain(gate))?.revision !== before.revision) continue;
      runs += compared.runs;
      problems.push(...compared.problems);
      break;
    }
  }
  return { runs, problems };

  async function findChain(gate: string): Promise<ChainRow | undefined> {
    return (await listChainRows(database, statements)).find((chain) => chain.gate === gate);
  }
}

/** What the index is about to forget or to trim is nothing that anybody is told. */
async function isComparable({ log }: Following, chain: ChainRow): Promise<boolean> {
  if (chain.isLeaving || chain.hash === undefined || !log.hasChain(chain.gate)) return false;
  return log.listSegments(chain.gate)[0] === chain.firstSegment && (await agreesWithLog(log, chain));
}

interface SegmentOf {
  readonly gate: string;
  readonly segment: number;
}

async function listSegments({ database, statements, log }: Following): Promise<readonly SegmentOf[]> {
  const chains = await listChainRows(database, statements);
  return chains.flatMap(({ gate, segment: last }) =>
    log
      .listSegments(gate)
      .filter((segment) => segment <= last)
      .map((segment) => ({ gate, segment })),
  );
}

function choose(all: readonly SegmentOf[], part: IndexPart): ReadonlyMap<string, readonly number[]> {
  const left = [...all];
  const chosen: SegmentOf[] = [];
  while (left.length > 0 && (part === 'all' || chosen.length < sampledSegments)) {
    chosen.push(...left.splice(part === 'all' ? 0 : Math.floor(Math.random() * left.length), 1));
  }
  const byGate = new Map<string, number[]>();
  for (const { gate, segment } of chosen) byGate.set(gate, [...(byGate.get(gate) ?? []), segment]);
  for (const segments of byGate.values()) segments.sort((left, right) => left - right);
  return byGate;
}
