// What a program that is itself an assistant had to say: clean text where it succeeded, and why where it did not.

import type { ProgramResult } from '../../vocabulary/program.js';
import { cleanText } from './clean-text.js';
import type { AiProfile } from './shell-host.js';

const longestAnswer = 32_000;
const mostLines = 20;
const longestTail = 2_000;

export function describeAssistant(
  name: string,
  { answer }: AiProfile,
  result: ProgramResult,
): Readonly<Record<string, string>> {
  if (result.exitCode === 0) return { assistant_output: cut(cleanText(result[answer]?.text ?? '')) };
  const how =
    result.exitCode === null
      ? `was terminated by ${result.signal ?? 'the gate'}`
      : `exited with code ${result.exitCode}`;
  return { assistant_error: [`${name} ${how}.`, ...lastLines(result)].join('\n') };
}

/** Why it failed is mostly at the end of stderr; some programs write everything to stdout. */
function lastLines({ stderr, stdout }: ProgramResult): readonly string[] {
  for (const [name, stream] of [['stderr', stderr] as const, ['stdout', stdout] as const]) {
    const tail = cleanText(stream?.text ?? '')
      .split('\n')
      .slice(-mostLines)
      .join('\n');
    if (tail === '') continue;
    return [
      `The end of its ${name}:`,
      tail.length <= longestTail ? tail : `…${tail.slice(-longestTail).toWellFormed()}`,
    ];
  }
  return ['It printed nothing.'];
}

function cut(text: string): string {
  return text.length <= longestAnswer
    ? text
    : `${text.slice(0, longestAnswer).toWellFormed()}\n[… more is in its output …]`;
}
