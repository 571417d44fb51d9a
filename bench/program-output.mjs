// A program that prints 1 GiB: how long it takes through the gate, and how much memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { compare } from './compare.mjs';
import { inMebibytes, inMilliseconds } from './units.mjs';
import { withGate } from './with-gate.mjs';

const bytes = 1024 ** 3;
const words = ['-c', String(bytes), '/dev/zero'];
const handles = [
  { name: 'flood', description: 'Prints 1 GiB', handler: 'command', command: '/usr/bin/head', arguments: words },
];

export default [
  { name: '1 GiB of output, time', configuration: 'as shipped', target: { ratioAtMost: 1.5 }, measure: measureTime },
  {
    name: '1 GiB of output, memory',
    configuration: 'as shipped',
    target: { mebibytesAtMost: 64 },
    measure: measureMemory,
  },
];

async function drain() {
  const child = spawn('/usr/bin/head', words, { env: {} });
  let read = 0;
  child.stdout.on('data', (chunk) => {
    read += chunk.length;
  });
  child.stderr.resume();
  await once(child, 'close');
  if (read !== bytes) throw new Error(`${read} bytes were read.`);
}

async function flood(gate) {
  const outcome = await gate.run(['flood']);
  if (outcome.status !== 'completed' || !outcome.data.truncated) throw new Error('It was not read to its end.');
}

function measureTime() {
  return withGate(handles, {}, async (gate) => {
    const subject = () => flood(gate);
    await drain();
    await subject();
    const result = await compare({ baseline: drain, subject, rounds: 7, operations: { baseline: 1, subject: 1 } });
    return {
      baseline: { name: 'a bare drain', ...inMilliseconds(result.baselineMs) },
      measured: inMilliseconds(result.subjectMs),
      ratio: result.ratio,
    };
  });
}

/** The most that the process had at any moment of the run, over what it had before. */
function measureMemory() {
  return withGate(handles, {}, async (gate) => {
    await gate.run(['help']);
    const idle = process.memoryUsage.rss();
    let most = idle;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 5);
    await flood(gate);
    clearInterval(timer);
    const ratio = most / idle;
    return {
      baseline: { name: 'the idle gate', ...inMebibytes(idle) },
      measured: inMebibytes(most - idle),
      ratio: { median: ratio, p10: ratio, p90: ratio },
    };
  });
}
