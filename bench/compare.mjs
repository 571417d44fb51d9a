// Subject and baseline in turns, in many short rounds: whatever slows the machine down slows both of them down.
import { median, quantile } from './statistics.mjs';

const warmUpMs = 500;

/**
 * Both are functions that do as many operations as they are told. One that prepares something first returns
 * the milliseconds that count. Every round gives one ratio; the median of them is the answer.
 */
export async function compare({ baseline, subject, rounds, roundMs, operations }) {
  const often = operations ?? {
    baseline: await operationsIn(baseline, roundMs),
    subject: await operationsIn(subject, roundMs),
  };
  const times = { baseline: [], subject: [] };
  const ratios = [];
  for (let round = 0; round < rounds; round++) {
    const took = {};
    // The first of a round may find the machine in another state than the second: take turns.
    for (const side of round % 2 === 0 ? ['baseline', 'subject'] : ['subject', 'baseline']) {
      const run = side === 'baseline' ? baseline : subject;
      took[side] = (await timed(run, often[side])) / often[side];
      times[side].push(took[side]);
    }
    ratios.push(took.subject / took.baseline);
  }
  return {
    baselineMs: median(times.baseline),
    subjectMs: median(times.subject),
    ratio: { median: median(ratios), p10: quantile(ratios, 0.1), p90: quantile(ratios, 0.9) },
  };
}

/** Warms up, and finds how many operations fill a round. */
async function operationsIn(run, roundMs) {
  let operations = 64;
  let took = 0;
  for (const end = performance.now() + warmUpMs; performance.now() < end; ) {
    took = await timed(run, operations);
    if (took < roundMs / 2) operations *= 2;
  }
  return Math.max(64, Math.round((operations * roundMs) / took));
}

async function timed(run, operations) {
  const start = performance.now();
  const own = await run(operations);
  return own ?? performance.now() - start;
}
