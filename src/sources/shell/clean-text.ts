// What a program for terminals printed, as plain text: what a person would have seen in the end.

import { withoutTerminalSequences } from '../../vocabulary/terminal-sequences.js';

const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

export function cleanText(text: string): string {
  const lines = withoutTerminalSequences(text).replaceAll('\r\n', '\n').split('\n');
  return lines
    .map((line) => withoutBackspaces(lastWritten(line)).replace(controls, '').trimEnd())
    .join('\n')
    .trim();
}

/** A carriage return goes back to the beginning, and what comes then is written over it: a spinner, a counter. */
function lastWritten(line: string): string {
  if (!line.includes('\r')) return line;
  return line.split('\r').findLast((part) => part.trim() !== '') ?? '';
}

function withoutBackspaces(line: string): string {
  if (!line.includes('\b')) return line;
  const shown: string[] = [];
  for (const character of line) {
    if (character === '\b') shown.pop();
    else shown.push(character);
  }
  return shown.join('');
}
