import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { GateError } from '../../vocabulary/gate-error.js';
import { failedAtTheDoor, type Outcome } from '../../vocabulary/outcome.js';
import { displayWidth } from './display-width.js';
import { type DataFormat, renderData } from './render-data.js';

function completed(data: unknown): Outcome {
  const { run } = failedAtTheDoor(new GateError('INTERNAL', 'x', { hint: 'x' }), 'list');
  return { status: 'completed', data, json: JSON.stringify(data), run } as unknown as Outcome;
}

const shown = (data: unknown, format: DataFormat, options = {}) =>
  renderData(completed(data), format, { color: false, width: Number.POSITIVE_INFINITY, terminal: false, ...options });

const orders = [
  { id: 'o1', note: 'a "quoted", text\nof two lines', price: -1.5, tags: ['x', 'y'] },
  { id: '=1+1', note: '', price: null, more: { a: true } },
];

test('csv quotes what has to be quoted, and changes no value', async () => {
  expect(await shown(orders, 'csv')).toEqual({
    stdout:
      'id,note,price,tags,more\n' +
      'o1,"a ""quoted"", text\nof two lines",-1.5,"[""x"",""y""]",\n' +
      '=1+1,"",,,"{""a"":true}"\n',
    stderr: '',
  });
  expect((await shown({ orders: [{ id: 1 }] }, 'csv')).stdout).toBe('id\n1\n');
  expect((await shown(['a', ' b'], 'csv')).stdout).toBe('value\na\n" b"\n');
  expect((await shown({ id: 1, name: 'Tea' }, 'csv')).stdout).toBe('id,name\n1,Tea\n');
});

test('yaml reads back as the same data', async () => {
  const tricky = { ...orders[0], no: 'no', date: '2026-01-01', long: 'x '.repeat(200), empty: [], none: null };
  expect(parse((await shown(tricky, 'yaml')).stdout)).toEqual(tricky);
});

test('a table is never wider than the terminal, and says what it leaves out', async () => {
  const wide = [{ id: '漢字'.repeat(20), text: 'x'.repeat(60), price: 123_456, more: { deep: [1, 2] } }];
  for (const width of [80, 40, 25]) {
    const { stdout, stderr } = await shown(wide, 'table', { width });
    for (const line of stdout.trimEnd().split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
    expect(stderr).toContain('note: values ending in … are cut; --format csv or json shows everything.\n');
    expect(stdout.includes('123456') || stderr.includes('columns that did not fit')).toBe(true);
  }
  const { stderr } = await shown(wide, 'table', { width: 20 });
  expect(stderr).toContain('columns that did not fit: price, more; --format csv or json shows everything.');
  expect(await shown([], 'table')).toEqual({ stdout: '(none)\n', stderr: '' });
});

test('data cannot steer a terminal, and reaches a pipe as it is', async () => {
  const bad = [{ id: 'a\x1b[2Jb' }];
  for (const format of ['csv', 'tsv', 'table', 'yaml'] as const) {
    expect((await shown(bad, format, { terminal: true, width: 80 })).stdout).not.toContain('\x1b');
  }
  expect((await shown(bad, 'csv')).stdout).toBe('id\na\x1b[2Jb\n');
});

test('a failure is for a person: stdout stays empty', async () => {
  const error = new GateError('INTERNAL', 'It broke', { hint: 'Try again' });
  const { stdout, stderr } = await renderData(failedAtTheDoor(error, 'x'), 'csv', {
    color: false,
    width: 80,
    terminal: false,
  });
  expect([stdout, stderr]).toEqual(['', expect.stringContaining('It broke')]);
});
