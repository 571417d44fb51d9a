import { expect, test } from 'vitest';
import { completedAtTheDoor } from '../vocabulary/outcome.js';
import { type AnswerOptions, renderAnswer } from './render-answer.js';

const options: AnswerOptions = {
  toolVersion: '1.0.0',
  directory: '/',
  format: 'utcp',
  color: false,
  width: 80,
  terminal: false,
  toText: undefined,
};
const answer = completedAtTheDoor('a\x9btext', 'say');

test('a result of UTCP is one line of stdout, and what is to be warned of goes to stderr', async () => {
  const warnings = [{ code: 'TRUNCATED', message: 'Cut\nhere.' }];
  expect(await renderAnswer({ ...answer, run: { ...answer.run, warnings } }, options)).toEqual({
    stdout: '{"stdout":"a\x9btext","stderr":"","return_code":0,"execution_time":0}\n',
    stderr: 'warning: Cut\\nhere. [TRUNCATED]\n',
  });
});

test('on a terminal it is the same JSON, and cannot steer it', async () => {
  expect(await renderAnswer(answer, { ...options, terminal: true })).toEqual({
    stdout: '{"stdout":"a\\u009btext","stderr":"","return_code":0,"execution_time":0}\n',
    stderr: '',
  });
});
