// A handler that asks without the help of its context, where nobody could answer.

import { expect, test } from 'vitest';
import { finish } from '../cli/process.js';
import { readDocument } from './contract-cli.js';
import { startWork, work } from './work-cli.js';

const ways = ['callback', 'promise', 'promisified', 'prompt'];

test.each(ways)('REQ-F-047: with its input closed, a question by %s ends at once', async (how) => {
  const { code, envelope } = await work(['ask', '--how', how]);
  expect([code, envelope.error.code, envelope.error.fix_required]).toEqual([
    4,
    'INTERACTIVE_REQUIRED',
    expect.any(String),
  ]);
});

test.each(ways)('REQ-F-047: with an open pipe that stays silent, a question by %s ends at once', async (how) => {
  const child = startWork(['ask', '--how', how]);
  const { code, stdout } = await finish(child);
  child.stdin.destroy();
  expect([code, readDocument(stdout).error.code]).toEqual([4, 'INTERACTIVE_REQUIRED']);
});

test('lines of a pipe can be read as ever', async () => {
  const { code, envelope } = await work(['ask', '--how', 'lines'], { input: 'one\ntwo\n' });
  expect([code, envelope.data]).toEqual([0, { answer: 'one two' }]);
});
