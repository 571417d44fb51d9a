import { expect, test } from 'vitest';
import { describeAssistant } from './describe-assistant.js';

const stream = (text: string) => ({ text, totalBytes: text.length, omittedBytes: 0, valid: true });

const resultOf = (exitCode: number | null, stdout: string, stderr: string, signal: string | null = null) => ({
  exitCode,
  signal,
  durationMs: 1,
  stdout: stream(stdout),
  stderr: stream(stderr),
});

const profile = { answer: 'stdout' } as const;

test('a success is what it said, as clean text', () => {
  expect(describeAssistant('gemini', profile, resultOf(0, '\x1b[1mYes.\x1b[0m\n', 'tokens: 5'))).toEqual({
    assistant_output: 'Yes.',
  });
});

test('a failure is how it terminated and the tail of stderr', () => {
  const stderr = Array.from({ length: 30 }, (_, at) => `\x1b[31mline ${at}\x1b[0m`).join('\n');
  const tail = Array.from({ length: 20 }, (_, at) => `line ${at + 10}`).join('\n');

  expect(describeAssistant('codex', profile, resultOf(2, 'partly', stderr))).toEqual({
    assistant_error: `codex exited with code 2.\nThe end of its stderr:\n${tail}`,
  });
});

test.each([
  [resultOf(1, 'told here', ''), 'copilot exited with code 1.\nThe end of its stdout:\ntold here'],
  [resultOf(null, '', '', 'SIGKILL'), 'copilot was terminated by SIGKILL.\nIt printed nothing.'],
  [resultOf(null, '', ''), 'copilot was terminated by the gate.\nIt printed nothing.'],
  [resultOf(1, '', 'x'.repeat(3_000)), `copilot exited with code 1.\nThe end of its stderr:\n…${'x'.repeat(2_000)}`],
])('a failure with little or much to show %#', (result, assistant_error) => {
  expect(describeAssistant('copilot', profile, result)).toEqual({ assistant_error });
});

test('a very long answer is cut, and says where the rest is', () => {
  expect(describeAssistant('codex', profile, resultOf(0, 'x'.repeat(40_000), ''))).toEqual({
    assistant_output: `${'x'.repeat(32_000)}\n[… more is in its output …]`,
  });
});
