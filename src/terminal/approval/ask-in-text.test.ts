import { expect, test } from 'vitest';
import { sampleApproval } from '../../ledger/approvals/test-helpers.js';
import { colors } from '../../renderings/text/colors.js';
import { endsQuestion, questionText, readTypedAnswer } from './ask-in-text.js';

const withArguments = (count: number) =>
  sampleApproval('one', {
    subject: {
      request: 'x',
      command: 'x',
      program: '/bin/x',
      args: Array.from({ length: count }, (_, at) => `a${at}`),
    },
  });

test('what fits on the screen is one page', () => {
  const { pages } = questionText(withArguments(3), { columns: 80, rows: 40 }, colors(false));
  expect(pages).toHaveLength(1);
});

test('what does not is shown in pages that fit, and nothing is left out', () => {
  const { pages } = questionText(withArguments(500), { columns: 80, rows: 40 }, colors(false));
  expect(pages.every((page) => page.split('\n').length <= 39)).toBe(true);
  expect(pages.join('').match(/"a\d+"/g)).toHaveLength(500);
});

test.each([{}, { columns: 0, rows: 0 }, { columns: 80, rows: 1 }])('a screen of unknown size %j shows all', (size) => {
  const { pages } = questionText(withArguments(50), size, colors(false));
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.join('').match(/"a\d+"/g)).toHaveLength(50);
});

test.each([
  ['', false],
  ['y', false],
  ['n', true],
  [' No ', true],
  ['q', true],
])('between two pages %j ends the question: %s', (typed, ends) => {
  expect(endsQuestion(typed)).toBe(ends);
});

test('a yes for the session can be typed where the question says what it means', () => {
  const offered = sampleApproval('one', { session_means: 'As long as this session is there, npm reaches x:443.' });
  const { pages, prompt } = questionText(offered, { columns: 200, rows: 40 }, colors(false));
  expect([prompt, pages.join('')]).toEqual([
    expect.stringContaining('y once, s this session'),
    expect.stringContaining('As long as this session is there'),
  ]);
  expect(readTypedAnswer(' S ', offered)).toEqual({ answer: 'approve', by: 'terminal', session: true });
  expect(readTypedAnswer('s', sampleApproval('one'))).toEqual({ answer: 'deny', by: 'terminal' });
});

test('a yes for this program with these options can be typed where it is offered', () => {
  const offered = sampleApproval('one', { similar: { rule: { id: 'x' }, matches: 'npm with any files.' } });
  const { pages, prompt } = questionText(offered, { columns: 200, rows: 40 }, colors(false));
  expect([prompt, pages.join('')]).toEqual([
    expect.stringContaining('a always, p program'),
    expect.stringContaining('Always: npm with any files.'),
  ]);
  expect(readTypedAnswer('p', offered)).toEqual({ answer: 'approve', by: 'terminal', always: true, similar: true });
  expect(readTypedAnswer('p', sampleApproval('one'))).toEqual({ answer: 'deny', by: 'terminal' });
});
