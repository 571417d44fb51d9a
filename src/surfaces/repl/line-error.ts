import { GateError } from '../../vocabulary/gate-error.js';
import type { InputLine } from './read-lines.js';

/** Why a line never became a text, so that it gets an answer like every other line. */
export function lineError(line: Exclude<InputLine, { kind: 'text' }>): GateError {
  switch (line.kind) {
    case 'too-long':
      return new GateError('PARSE_ERROR', `Failed to parse command: the line is longer than ${line.limitBytes} bytes`, {
        hint: 'Check command syntax: send one command per line, and end each line with a newline',
      });
    case 'not-utf8':
      return new GateError('PARSE_ERROR', 'Failed to parse command: the line is not valid UTF-8', {
        hint: 'Check command syntax: send the line as UTF-8',
      });
    default:
      return line satisfies never;
  }
}
