// What every index has to do, over both databases.

import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GateError } from '../../../src/vocabulary/gate-error.js';
import { makeTestDatabase, type TestDatabase } from './postgresql/test-database.js';
import { ended, listAll, listNames, request, TestLedger } from './test-ledger.js';

describe.each(['SQLite', 'PostgreSQL'])('%s', (kind) => {
  let database: TestDatabase | undefined;
  let ledger: TestLedger;

  beforeAll(async () => {
    if (kind === 'PostgreSQL') database = await makeTestDatabase();
  }, 120_000);

  afterAll(() => database?.remove());

  beforeEach(() => {
    ledger = new TestLedger(database?.url);
  });

  afterEach(() => endLedger());

  async function endLedger(): Promise<void> {
    await ledger.remove();
    await database?.sql.unsafe('DROP SCHEMA IF EXISTS cmdgate CASCADE');
  }

  test('a run is told as far as the log tells it', async () => {
    const log = ledger.openLog();
    const index = await ledger.openIndex();
    const states: unknown[] = [];
    const look = async () => {
      await index.follow();
      const { host: _host, ...record } = (await index.find('run_a_1')) ?? {};
      states.push(record);
    };

    await look();
    log.append('accepted', request('run_a_1', { background: true, decision: { decision: 'ask' } }));
    await look();
    log.append('asked', { run: 'run_a_1', approval: { id: 'apr_1', reason: 'It deletes' } });
    log.append('answered', { run: 'run_a_1', approval_id: 'apr_1', answer: 'approve', by: 'terminal' });
    log.append('start', request('run_a_1', { timestamp: '2026-03-01T10:00:05.000Z' }));
    await look();
    log.append('end', request('run_a_1', { ...ended, timestamp: '2026-03-01T10:00:06.000Z', exit_code: 0 }));
    log.append('lost', request('run_a_1'));
    await look();

    const known = {
      run: 'run_a_1',
      command: 'notes add --title "hello"',
      parsed_command: 'notes add',
      caller: 'ann',
      role: 'owner',
      session: 'session-1',
      chat: null,
      door: 'cli',
      dry_run: false,
      background: true,
      own: false,
      created_at: '2026-03-01T10:00:00.000Z',
      decision: { decision: 'ask' },
    };
    const approval = {
      id: 'apr_1',
      reason: 'It deletes',
      answer: 'approve',
      by: 'terminal',
      answered_at: expect.stringMatching(/^2026-03-01T/),
    };
    expect(states).toEqual([
      {},
      { ...known, state: 'queued' },
      { ...known, approval, state: 'running', started_at: '2026-03-01T10:00:05.000Z' },
      {
        ...known,
        approval,
        state: 'completed',
        started_at: '2026-03-01T10:00:00.000Z',
        ended_at: '2026-03-01T10:00:06.000Z',
        duration_ms: 12,
        exit_code: 0,
      },
    ]);
  });

  test('runs are found by who asked, how they are, where they came in, what they are and when', async () => {
    const log = ledger.openLog();
    const end = (run: string, minute: number, more: Readonly<Record<string, unknown>> = {}) =>
      log.append('end', request(run, { ...ended, at: `2026-03-01T10:${minute}:00.000Z`, ...more }));
    end('r1', 10);
    end('r2', 11, { caller: 'bob', door: 'mcp-stdio' });
    end('r3', 12, { session: 'session-2', chat: 'chat-1' });
    end('r4', 13, { parsed_command: 'notes' });
    end('r5', 14, { parsed_command: 'notesbook add' });
    end('r6', 15, { own: true });
    end('r7', 16, { success: false, state: 'failed' });
    log.append('refused', request('r8', { at: '2026-03-01T10:17:00.000Z', success: false, state: 'failed' }));
    log.append('refused', request('r9', { at: '2026-03-01T10:18:00.000Z', success: false, state: 'canceled' }));
    log.append('start', request('ra', { at: '2026-03-01T10:19:00.000Z' }));
    const shell = { parsed_command: 'shell', caller: 'sue' };
    end('rb', 20, { ...shell, command: "shell 'cd x && rm -rf y'" });
    end('rc', 21, { ...shell, command: 'shell npm run format' });
    end('rd', 22, { ...shell, command: `shell --input '{"command":"git","parameters":["push"]}'` });
    const index = await ledger.openIndex();
    expect(await index.follow()).toEqual({ entries: 15 });

    const found = {
      all: await listNames(index, { until: '2026-03-01T10:20:00Z' }),
      shell: await listNames(index, { command: 'shell' }),
      own: await listNames(index, { own: true, until: '2026-03-01T10:20:00Z' }),
      refused: await listNames(index, { refused: true, until: '2026-03-01T10:20:00Z' }),
      bob: await listNames(index, { caller: 'bob' }),
      nobody: await listNames(index, { caller: 'nobody' }),
      open: await listNames(index, { states: ['queued', 'running'] }),
      failed: await listNames(index, { states: ['failed', 'failed'], refused: true, caller: 'ann' }),
      none: await listNames(index, { states: [] }),
      door: await listNames(index, { door: 'mcp-stdio' }),
      session: await listNames(index, { session: 'session-2' }),
      chat: await listNames(index, { chat: 'chat-1' }),
      command: await listNames(index, { command: ' notes  add ', until: '2026-03-01T10:13:00Z' }),
      program: await listNames(index, { command: 'rm' }),
      words: await listNames(index, { command: 'git push' }),
      group: await listNames(index, { command: 'notes', since: '2026-03-01T10:13:00Z' }),
      when: await listNames(index, { since: '2026-03-01T10:11:00Z', until: '2026-03-01T11:13:00+01:00' }),
    };
    expect(found).toEqual({
      all: ['ra', 'r9', 'r7', 'r5', 'r4', 'r3', 'r2', 'r1'],
      shell: ['rd', 'rc', 'rb'],
      program: ['rb'],
      words: ['rd'],
      own: ['ra', 'r9', 'r7', 'r6', 'r5', 'r4', 'r3', 'r2', 'r1'],
      refused: ['ra', 'r9', 'r8', 'r7', 'r5', 'r4', 'r3', 'r2', 'r1'],
      bob: ['r2'],
      nobody: [],
      open: ['ra'],
      failed: ['r8', 'r7'],
      none: [],
      door: ['r2'],
      session: ['r3'],
      chat: ['r3'],
      command: ['r3', 'r2', 'r1'],
      group: ['ra', 'r9', 'r7', 'r4'],
      when: ['r3', 'r2'],
    });
  });

  test('pages go on where the one before ended, also among runs of the same moment and while new ones come', async () => {
    const log = ledger.openLog();
    const index = await ledger.openIndex();
    for (let number = 10; number < 30; number++) {
      const at = `2026-03-01T10:00:00.00${Math.floor(number / 5)}Z`;
      log.append(number % 2 ? 'start' : 'end', request(`r${number}`, { at, ...(number % 2 === 0 && ended) }));
    }
    await index.follow();

    const names: string[] = [];
    const pages: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await index.list({ limit: 6, ...(cursor && { cursor }) });
      names.push(...page.runs.map(({ run }) => run));
      pages.push(page.runs.length);
      cursor = page.next;
      log.append('start', request(`z${names.length}`, { at: '2026-03-01T11:00:00.000Z' }));
      await index.follow();
    } while (cursor !== undefined);

    expect(names).toEqual(Array.from({ length: 20 }, (_, number) => `r${29 - number}`));
    expect(pages).toEqual([6, 6, 6, 2]);
  });

  test('a filter that passes over most runs finds the others, and knows the last page', async () => {
    const log = ledger.openLog();
    for (let number = 0; number < 900; number++) {
      const chat = number % 300 === 7 ? 'rare' : 'often';
      log.append('end', request(`r${String(number).padStart(3, '0')}`, { ...ended, chat }));
    }
    const index = await ledger.openIndex();
    await index.follow();

    const first = await index.list({ chat: 'rare', limit: 2 });
    expect(first.runs.map(({ run }) => run)).toEqual(['r607', 'r307']);
    const second = await index.list({ chat: 'rare', limit: 2, cursor: first.next ?? '' });
    expect([second.runs.map(({ run }) => run), second.next]).toEqual([['r007'], undefined]);
    expect(await index.list({ chat: 'rare', limit: 3 })).toMatchObject({ next: undefined });
  });

  test.each(['', 'x', 'bnVsbA', Buffer.from('["a","b",1]').toString('base64url')])(
    'the cursor %j is refused',
    async (cursor) => {
      const index = await ledger.openIndex();
      await expect(index.list({ limit: 1, cursor })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    },
  );

  test('a time that is none is refused', async () => {
    const index = await ledger.openIndex();
    await expect(index.list({ limit: 1, since: 'yesterday' })).rejects.toBeInstanceOf(GateError);
  });

  test('whatever stands in an entry is kept as it is', async () => {
    const strange = `'"; DROP TABLE runs; -- \\ \u0000 \ud800 \u{1f600} $1 ?1 %`;
    const log = ledger.openLog();
    log.append(
      'end',
      request(strange, { caller: strange, session: strange, chat: strange, command: strange, ...ended }),
    );
    log.append('end', { run: 'bare' });
    log.append('end', { run: 7 });
    log.append('end', {});
    const index = await ledger.openIndex();
    await index.follow();

    expect(await listAll(index)).toEqual(await ledger.foldLog());
    expect(await listNames(index, { caller: strange, session: strange, chat: strange })).toEqual([strange]);
    expect((await index.find(strange))?.command).toBe(strange);
    expect(await index.find('bare')).toMatchObject({ run: 'bare', caller: '', state: 'failed' });
    expect(await index.find('none')).toBeUndefined();
  });

  test('lines that are no entries are passed over, and half a line is read when it is whole', async () => {
    const log = ledger.openLog();
    const index = await ledger.openIndex();
    log.append('start', request('r1'));
    const file = ledger.segment(log.gateId);
    appendFileSync(file, `nonsense\n{"seq":1}\n\n${'x'.repeat(300_000)}\n`);
    const whole = readFileSync(file);
    await index.follow();
    expect(await listNames(index)).toEqual(['r1']);

    const other = ledger.openLog();
    other.append('start', request('r2', { at: '2026-03-01T10:01:00.000Z' }));
    const line = readFileSync(ledger.segment(other.gateId));
    truncateSync(ledger.segment(other.gateId), line.length - 20);
    await index.follow();
    expect(await listNames(index)).toEqual(['r1']);
    writeFileSync(ledger.segment(other.gateId), line);
    writeFileSync(file, whole);
    await index.follow();
    expect(await listNames(index)).toEqual(['r2', 'r1']);
  });

  test('an index that is ahead of the log goes back with it', async () => {
    const log = ledger.openLog();
    const index = await ledger.openIndex();
    for (let number = 0; number < 5; number++) log.append('end', request(`old${number}`, ended));
    const file = ledger.segment(log.gateId);
    const backup = `${file}.backup`;
    copyFileSync(file, backup);
    for (let number = 0; number < 5; number++) log.append('end', request(`new${number}`, ended));
    await index.follow();
    expect(await listNames(index)).toHaveLength(10);

    copyFileSync(backup, file);
    await index.follow();
    expect(await listAll(index)).toEqual(await ledger.foldLog());
    expect(await listNames(index)).toHaveLength(5);
  });

  test('a log that was brought back without its newest segments is read anew', async () => {
    const log = ledger.openLog({ segmentBytes: 1_000 });
    const index = await ledger.openIndex();
    for (let number = 0; number < 12; number++) log.append('end', request(`r${number}`, ended));
    await index.follow();
    expect(await listNames(index)).toHaveLength(12);
    for (let number = 3; existsSync(ledger.segment(log.gateId, number)); number++) {
      rmSync(ledger.segment(log.gateId, number));
    }
    await index.follow();
    const left = await listAll(index);
    expect(left).toEqual(await ledger.foldLog());
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(12);
  });

  test('a log that was brought back, and has gone on otherwise since, is read anew', async () => {
    const log = ledger.openLog();
    const index = await ledger.openIndex();
    log.append('end', request('run-1', ended));
    cpSync(ledger.log, `${ledger.log}.backup`, { recursive: true });
    log.append('end', request('run-2', ended));
    await index.follow();
    log.close();

    rmSync(ledger.log, { recursive: true });
    cpSync(`${ledger.log}.backup`, ledger.log, { recursive: true });
    const { gateId } = log;
    const [last] = readFileSync(ledger.segment(gateId), 'utf8').trimEnd().split('\n').slice(-1);
    // As long as it was when the index followed it, and longer.
    for (const run of ['run-3', 'run-4']) {
      appendFileSync(
        ledger.segment(gateId),
        `${(last ?? '').replaceAll('run-1', run).replace(/"hash":"./, '"hash":"0')}\n`,
      );
    }
    await index.follow();
    expect(await listAll(index)).toEqual(await ledger.foldLog());
    expect([...(await listNames(index))].sort()).toEqual(['run-1', 'run-3', 'run-4']);
  });

  test('what is gone from the log leaves the index', async () => {
    const [first, second] = [ledger.openLog(), ledger.openLog()];
    for (let number = 0; number < 500; number++) first.append('end', request(`r1_${number}`, ended));
    second.append('end', request('r2', ended));
    const index = await ledger.openIndex();
    await index.follow();
    expect(await listNames(index, { limit: 1_000 })).toHaveLength(501);

    rmSync(dirname(ledger.segment(first.gateId)), { recursive: true });
    await index.follow();
    expect(await listNames(index)).toEqual(['r2']);
    rmSync(ledger.log, { recursive: true });
    expect(await index.follow()).toEqual({ entries: 0 });
    expect(await listNames(index)).toEqual([]);
    const rows = await database?.sql.unsafe('SELECT count(*)::int AS count FROM cmdgate.runs');
    expect([...(rows ?? [{ count: 0 }])]).toEqual([{ count: 0 }]);
  });

  test('runs whose entries were removed because they are old leave the index, and the others tell what is left', async () => {
    const log = ledger.openLog({ segmentBytes: 3_000 });
    const index = await ledger.openIndex();
    for (let number = 0; number < 30; number++) {
      log.append('accepted', request(`r${number}`, { background: true }));
      log.append('start', request(`r${number}`));
      if (number >= 3) log.append('end', request(`r${number - 3}`, ended));
    }
    for (const number of [27, 28, 29]) log.append('end', request(`r${number}`, ended));
    await index.follow();
    const before = await listAll(index);
    await log.removeOldSegments({ keepBytes: 9_000 });
    await index.follow();

    const left = await listAll(index);
    expect(left).toEqual(await ledger.foldLog());
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(before.length);
    // Of some the beginning is gone: they do not know any more what it told.
    expect(left.some(({ background }) => !background)).toBe(true);
    const other = await ledger.openIndex();
    await other.rebuild();
    expect(await listAll(other)).toEqual(left);
  });

  test('following can be broken off, and goes on where it was', async () => {
    const log = ledger.openLog();
    for (let number = 0; number < 2_000; number++) log.append('end', request(`r${number}`, ended));
    const index = await ledger.openIndex();
    const controller = new AbortController();
    const reason = new Error('enough');
    // When it looks for the fifth time, a part is taken in. A clock would not know.
    const { signal } = controller;
    let looks = 0;
    signal.throwIfAborted = () => {
      looks += 1;
      if (looks === 5) controller.abort(reason);
      AbortSignal.prototype.throwIfAborted.call(signal);
    };

    await expect(index.follow(signal)).rejects.toBe(reason);
    expect(await listAll(index, { limit: 500 })).not.toEqual([]);
    await expect(index.rebuild(signal)).rejects.toBe(reason);
    await index.follow();
    expect(await listAll(index, { limit: 500 })).toEqual(await ledger.foldLog());
  });

  test('an index that was closed stays closed', async () => {
    const index = await ledger.openIndex();
    await index.close();
    await expect(index.follow()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(index.find('r1')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await index.close();
  });

  test('several that follow at once take in each entry once', async () => {
    const logs = [ledger.openLog(), ledger.openLog()];
    const indexes = await Promise.all(Array.from({ length: 4 }, () => ledger.openIndex()));
    let taken = 0;
    for (let round = 0; round < 5; round++) {
      for (let number = 0; number < 300; number++) {
        for (const [place, log] of logs.entries()) log.append('start', request(`r${place}_${round}_${number}`));
      }
      const followed = await Promise.all(indexes.map((index) => index.follow()));
      taken += followed.reduce((sum, { entries }) => sum + entries, 0);
    }
    // Each chain also has two entries of its own.
    expect(taken).toBe(2 * (5 * 300 + 2));
    const [first] = indexes;
    expect(first && (await listAll(first, { limit: 500 }))).toEqual(await ledger.foldLog());
  });

  test('following in any steps, by any number of followers, comes to what the log tells', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        await endLedger();
        ledger = new TestLedger(database?.url);
        const logs = [0, 1, 2].map(() => ledger.openLog({ segmentBytes: 2_000 }));
        const indexes = await Promise.all([0, 1].map(() => ledger.openIndex()));
        for (const { gate, does, run, followers } of steps) {
          const log = logs[gate];
          if (does === 'remove') await log?.removeOldSegments({ keepBytes: 6_000 });
          else log?.append(does, { ...request(`run_${gate}_${run}`, { at: timeOf(run) }), ...detailsOf(does, run) });
          await Promise.all(indexes.slice(0, followers).map((index) => index.follow()));
        }
        const [first, second] = indexes;
        if (!first || !second) return;
        await Promise.all([first.follow(), second.follow()]);
        const told = await ledger.foldLog();
        expect(await listAll(first)).toEqual(told);
        expect(await listAll(second)).toEqual(told);
        await second.rebuild();
        expect(await listAll(first)).toEqual(told);
        expect(await listAll(second)).toEqual(told);
      }),
      { numRuns: 25 },
    );
  }, 240_000);
});

const types = ['accepted', 'asked', 'answered', 'start', 'end', 'refused', 'lost', 'remove'] as const;

const step = fc.record({
  gate: fc.nat(2),
  does: fc.constantFrom(...types),
  run: fc.nat(6),
  followers: fc.nat(2),
});

/** Some runs are of the same moment. */
function timeOf(run: number): string {
  return `2026-03-01T10:00:0${run % 3}.000Z`;
}

function detailsOf(type: string, run: number): Readonly<Record<string, unknown>> {
  switch (type) {
    case 'asked':
      return { approval: { id: `apr_${run}`, reason: 'It deletes' } };
    case 'answered':
      return { approval_id: `apr_${run}`, answer: 'approve', by: 'terminal' };
    case 'end':
      return run % 2 ? ended : { success: false, state: 'timed_out', error_code: 'TIMEOUT', own: run === 4 };
    case 'refused':
      return { success: false, state: 'failed', error_code: 'PERMISSION_DENIED' };
    default:
      return {};
  }
}
