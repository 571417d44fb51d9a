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

test('thousands of answers of any characters and sizes are each found as they were, or gone', () => {
  const answers = new EarlierAnswers(400_000, 2_000);
  const written = new Map<number, string | undefined>();
  for (let line = 1; line <= 5_000; line++) {
    const filling = ['x', 'é', '😀', '漢'][line % 4] ?? '';
    const text = line % 7 === 0 ? undefined : `{"number":${line},"text":"${filling.repeat(line % 300)}"}`;
    written.set(line, text);
    answers.add(line, text);
  }

  const asWritten = (line: number) => {
    const text = written.get(line);
    return text === undefined ? { status: 'failed' } : { status: 'kept', text };
  };
  const lines = [...written.keys()];
  const firstKept = lines.find((line) => answers.find(line).status !== 'gone') ?? 0;
  expect(firstKept).toBeLessThan(4_000);
  for (const line of lines) {
    expect(answers.find(line)).toEqual(line < firstKept ? { status: 'gone' } : asWritten(line));
  }
});

test('an answer is found at once, and others can follow it', () => {
  const answers = new EarlierAnswers();
  for (let line = 1; line <= 300; line++) {
    answers.add(line, `"é ${line}"`);
    expect(answers.find(line)).toEqual({ status: 'kept', text: `"é ${line}"` });
    expect(answers.find(Math.ceil(line / 2))).toEqual({ status: 'kept', text: `"é ${Math.ceil(line / 2)}"` });
  }
});
