import { expect, test } from 'vitest';
import { EarlierAnswers } from './earlier-answers.js';

test('an answer is found by its line, whatever its characters', () => {
  const answers = new EarlierAnswers(1_000);
  answers.add(1, '{"a":"é"}');
  answers.add(3, '{"b":"😀"}');
  answers.add(4, undefined);

  expect([1, 2, 3, 4, 5].map((line) => answers.find(line))).toEqual([
    { status: 'kept', text: '{"a":"é"}' },
    { status: 'none' },
    { status: 'kept', text: '{"b":"😀"}' },
    { status: 'failed' },
    { status: 'none' },
  ]);
});

test('the oldest go, by their number and by their size, and so many are there in any case', () => {
  const byNumber = new EarlierAnswers(10_000, 10);
  for (let line = 1; line <= 25; line++) byNumber.add(line, `"${line}"`);
  const bySize = new EarlierAnswers(300);
  for (let line = 1; line <= 25; line++) bySize.add(line, 'x'.repeat(50));

  expect(byNumber.find(10)).toEqual({ status: 'gone' });
  for (let line = 16; line <= 25; line++) expect(byNumber.find(line)).toEqual({ status: 'kept', text: `"${line}"` });
  expect(bySize.find(1)).toEqual({ status: 'gone' });
  expect(bySize.find(25).status).toBe('kept');
});

test('an answer that is larger than all that is kept is gone at once, and no other with it', () => {
  const answers = new EarlierAnswers(300);
  answers.add(1, 'small');
  answers.add(2, 'x'.repeat(301));
  answers.add(3, 'x'.repeat(200));

  expect([1, 2, 3].map((line) => answers.find(line).status)).toEqual(['kept', 'gone', 'kept']);
});
