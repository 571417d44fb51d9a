// What the ledger costs: a program with it and without it, and a ledger with a million runs opened and listed.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from './compare.mjs';
import { loadParts } from './load-parts.mjs';
import { packageRoot } from './package-root.mjs';
import { inTemporaryDirectory } from './temporary-directory.mjs';
import { inMilliseconds } from './units.mjs';
import { withGate } from './with-gate.mjs';

const handles = [
  { name: 'nothing', description: 'Does nothing', handler: 'command', command: '/bin/true', danger: 'safe' },
  {
    name: 'words',
    description: 'Prints a line',
    handler: 'command',
    command: '/bin/echo',
    danger: 'safe',
    arguments: ['a line of words'],
  },
];

const many = 1_000_000;
const few = 10_000;
const parts = ['src/ledger/log/ledger-log.ts', 'src/ledger/index/open-ledger-index.ts'];

export default [
  logBytes(),
  program('nothing', 'without the sandbox', {}, { millisecondsMoreAtMost: 0.3 }),
  program('words', 'without the sandbox', {}, { millisecondsMoreAtMost: 0.3 }),
  program('words', 'without the sandbox, sync: full', { ledger: { sync: 'full' } }, undefined),
  history('a ledger with a million runs, opened', 100, opening),
  history('the newest 20 of a million runs, listed', 10, listing),
];

function program(name, configuration, settings, target) {
  const measure = () =>
    withGate(handles, { sandbox: 'off', audit: false }, (forgetful) =>
      withGate(handles, { sandbox: 'off', ...settings }, async (remembering) => {
        const baseline = times(forgetful, name);
        const subject = times(remembering, name);
        await baseline(1_000);
        await subject(2_000);
        const result = await compare({ baseline, subject, rounds: 100, operations: { baseline: 20, subject: 20 } });
        return {
          baseline: { name: 'the same with "audit": false', ...inMilliseconds(result.baselineMs) },
          measured: inMilliseconds(result.subjectMs),
          ratio: result.ratio,
        };
      }),
    );
  const what = name === 'nothing' ? '/bin/true' : '/bin/echo, one line';
  return { name: `${what} with the ledger`, configuration, ...(target && { target }), measure };
}

/** How much of the disk a call takes. Its start says what was asked; its end should not say that again. */
function logBytes() {
  const measure = () =>
    inTemporaryDirectory((ledger) =>
      withGate(handles, { sandbox: 'off', ledger: { directory: ledger } }, async (gate) => {
        await times(gate, 'words')(100);
        const entries = readEntries(join(ledger, 'log', 'gates'));
        const meanOf = (types) => {
          const bytes = entries.filter(({ type }) => types.includes(type)).map((entry) => entry.bytes);
          return bytes.reduce((sum, one) => sum + one, 0) / 100;
        };
        const [start, call] = [meanOf(['start']), meanOf(['start', 'end'])];
        return {
          baseline: { name: 'its start alone', value: start, unit: 'bytes' },
          measured: { value: call, unit: 'bytes' },
          ratio: { median: call / start },
        };
      }),
    );
  const target = { ratioAtMost: 1.75 };
  return { name: 'one call in the log', configuration: 'without the sandbox', target, measure };
}

function readEntries(gates) {
  const files = readdirSync(gates, { recursive: true }).filter((name) => name.endsWith('.jsonl'));
  const lines = files.flatMap((name) => readFileSync(join(gates, name), 'utf8').trimEnd().split('\n'));
  return lines.map((line) => ({ type: JSON.parse(line).type, bytes: Buffer.byteLength(line) + 1 }));
}

function times(gate, name) {
  return async (operations) => {
    for (let count = 0; count < operations; count++) {
      const outcome = await gate.run([name]);
      if (outcome.status !== 'completed') throw new Error(outcome.error.message);
    }
  };
}

function history(name, millisecondsAtMost, ask) {
  const measure = () =>
    withLedgers(async (loaded, ledgers) => {
      const [baseline, subject] = await Promise.all(ledgers.map((directory) => ask(loaded, directory)));
      const result = await compare({ baseline, subject, rounds: 40, operations: { baseline: 1, subject: 1 } });
      return {
        baseline: { name: 'the same with ten thousand runs', ...inMilliseconds(result.baselineMs) },
        measured: inMilliseconds(result.subjectMs),
        ratio: result.ratio,
      };
    });
  const target = { millisecondsAtMost };
  return { name, configuration: 'its index up to date', target, longestMs: 300_000, measure };
}

/** Two ledgers, beside node_modules, where the driver of the database is found. */
async function withLedgers(use) {
  const directory = mkdtempSync(join(packageRoot, '.bench-ledger-'));
  try {
    const loaded = await loadParts(directory, parts);
    const ledgers = [join(directory, 'few'), join(directory, 'many')];
    for (const [index, ledger] of ledgers.entries()) {
      await writeRuns(loaded, ledger, index === 0 ? few : many);
      const opened = await loaded.openLedgerIndex({ directory: ledger });
      await opened.follow();
      await opened.close();
    }
    return await use(loaded, ledgers);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function writeRuns({ openLedgerLog }, ledger, count) {
  const log = openLedgerLog({ directory: join(ledger, 'log'), sync: 'process' });
  const from = Date.now() - count * 100;
  for (let number = 0; number < count; number += 1_000) {
    const batch = [];
    for (let at = number; at < number + 1_000; at++) {
      const entry = entryOf(at, new Date(from + at * 100).toISOString());
      batch.push(log.appendLater('start', entry), log.appendLater('end', { ...entry, ...endOf(at) }));
    }
    await Promise.all(batch);
  }
  log.close();
}

function entryOf(number, time) {
  const run = `run_bench_${number.toString(36)}`;
  const caller = number % 3 === 0 ? 'local' : `agent${number % 7}`;
  const about = {
    role: 'owner',
    session_id: 'session_1',
    chat_id: null,
    door: 'mcp-stdio',
    run_id: run,
    dry_run: false,
  };
  return {
    run,
    timestamp: time,
    created_at: time,
    command: `shell git log -n ${number}`,
    parsed_command: 'shell',
    user_context: { caller, ...about },
  };
}

function endOf(number) {
  const success = number % 10 > 0;
  return {
    success,
    state: success ? 'completed' : 'failed',
    duration_ms: 12,
    exit_code: success ? 0 : 1,
    signal: null,
  };
}

/** As the first question of a gate does it. */
async function opening({ openLedgerIndex }, directory) {
  return async () => {
    const begin = performance.now();
    const index = await openLedgerIndex({ directory });
    await index.follow();
    const took = performance.now() - begin;
    await index.close();
    return took;
  };
}

const queries = [{}, { caller: 'local' }, { caller: 'agent5', states: ['failed'] }];

async function listing({ openLedgerIndex }, directory) {
  const index = await openLedgerIndex({ directory });
  let asked = 0;
  return async () => {
    const { runs } = await index.list({ ...queries[asked++ % queries.length], limit: 20 });
    if (runs.length !== 20) throw new Error(`It lists ${runs.length} runs.`);
  };
}
