import { afterEach, expect, test } from 'vitest';
import type { RunEventBody } from '../../vocabulary/event.js';
import { type Progress, ProgressReporter } from './progress.js';
import { sampleApproval } from './test-helpers.js';

const reporters: ProgressReporter[] = [];

afterEach(async () => {
  for (const reporter of reporters.splice(0)) await reporter.stop();
});

function open(isCongested = () => false, beatMs = 60_000) {
  const sent: Progress[] = [];
  const reporter = new ProgressReporter({
    send: async (progress) => void sent.push(progress),
    isCongested,
    heartbeat: { firstMs: beatMs, everyMs: beatMs },
  });
  reporters.push(reporter);
  const emit = (event: RunEventBody) => reporter.onEvent({ runId: 'run', sequence: 1, ...event });
  const report = (done: number, total?: number, message?: string) => emit({ type: 'progress', done, total, message });
  return { sent, emit, report, reporter };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('values that do not increase, or are no numbers, are raised by a small step', () => {
  const { sent, report } = open();
  for (const value of [-5, -5, Number.NaN, 3, 2, Number.POSITIVE_INFINITY, 2 ** 60, 1]) report(value);
  const values = sent.map(({ progress }) => progress);
  expect(values.slice(0, 6).map((value) => Number(value.toFixed(3)))).toEqual([-5, -4.999, -4.998, 3, 3.001, 3.002]);
  expect(values[6]).toBe(2 ** 60);
  expect(values[7]).toBeGreaterThan(2 ** 60);
});

test('only numbers are totals, and messages have a limit', () => {
  const { sent, report, emit } = open();
  report(1, Number.NaN, 'x'.repeat(5_000));
  emit({ type: 'output', value: { text: 'y'.repeat(5_000) } });
  emit({ type: 'log', level: 'info', message: 'for the owner only' });
  expect(sent).toEqual([
    { progress: 1, message: 'x'.repeat(2_000) },
    { progress: 1.001, message: `{"text":"${'y'.repeat(1_991)}` },
  ]);
});

test('a flood is thinned out, and its newest value still arrives', async () => {
  const { sent, report } = open();
  for (let value = 1; value <= 10_000; value += 1) report(value);
  expect(sent.length).toBe(64);
  await nextTurn();
  expect(sent.length).toBe(65);
  expect(sent.at(-1)).toEqual({ progress: 10_000 });
});

test('a client that does not read is not sent more', async () => {
  let congested = true;
  const { sent, report } = open(() => congested);
  report(1);
  congested = false;
  report(2);
  expect(sent).toEqual([{ progress: 2 }]);
});

test('nothing is sent after the stop', async () => {
  const { sent, report, reporter } = open();
  report(1);
  await reporter.stop();
  report(2);
  await nextTurn();
  expect(sent).toEqual([{ progress: 1 }]);
});

test('what a program prints is told at once, and then a few times a second with what is newest', async () => {
  const { sent, emit } = open();
  const print = (text: string) => emit({ type: 'output-delta', stream: 'stdout', text });
  print('first\n');
  expect(sent).toEqual([{ progress: 0.001, message: 'first\n' }]);
  for (let line = 0; line < 10_000; line += 1) print(`${line}\n`);
  expect(sent.length).toBe(1);
  await expect.poll(() => sent.length, { timeout: 10_000 }).toBe(2);
  expect(sent[1]?.message).toMatch(/\n9998\n9999\n$/);
  expect(sent[1]?.message?.length).toBeLessThanOrEqual(2_000);
});

test('a client that does not read gets the newest output when it reads again', async () => {
  let congested = true;
  const { sent, emit } = open(() => congested);
  emit({ type: 'output-delta', stream: 'stdout', text: 'old ' });
  emit({ type: 'output-delta', stream: 'stderr', text: 'new' });
  expect(sent).toEqual([]);
  congested = false;
  await expect.poll(() => sent.map(({ message }) => message), { timeout: 10_000 }).toEqual(['old new']);
});

test('while a person is asked, the heartbeat says so', async () => {
  const { sent, emit } = open(() => false, 20);
  const messages = () => sent.map(({ message }) => message);
  emit({ type: 'approval-request', approval: sampleApproval() });
  expect(messages()).toEqual(['waiting for approval']);
  await expect.poll(() => messages().at(-1), { timeout: 10_000 }).toMatch(/^waiting for approval for \d+ s$/);
  emit({ type: 'approval-answer', id: 'approval_1', answer: 'approve', by: 'mcp' });
  await expect.poll(() => messages().at(-1), { timeout: 10_000 }).toMatch(/^running for \d+ s$/);
});
