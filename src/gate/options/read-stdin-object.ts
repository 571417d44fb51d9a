// `--input -` and `--input-file -`: the input object from standard input, which only a command line has.

import { GateError } from '../../vocabulary/gate-error.js';
import type { AtShell } from '../../vocabulary/request.js';
import { type InputObject, readJson } from '../reading/read-input-object.js';

/** What a pipe holds by itself: whoever writes it need not be read meanwhile. */
const mostBytes = 65_536;

const field = '--input-file';

/** Of both, the problem is told where they are read. */
export function comesFromStdin(input: string | undefined, inputFile: string | undefined): boolean {
  return (input === '-' && inputFile === undefined) || (inputFile === '-' && input === undefined);
}

export async function readStdinObject(atShell: AtShell | undefined): Promise<InputObject | GateError> {
  if (!atShell) {
    return wrong('NO_STDIN', 'There is no standard input here', 'Pass the input with --input, or name a file');
  }
  const read = await atShell.readStdin(mostBytes);
  if ('text' in read) return readJson(field, read.text);
  switch (read.missing) {
    case 'too-large':
      return wrong(
        'STDIN_TOO_LARGE',
        `Standard input is larger than ${mostBytes} bytes`,
        `Write it to a file and name it with ${field} <file>`,
      );
    case 'terminal':
    case 'silent':
      return new GateError('STDIN_REQUIRED', 'The input was expected on standard input, but nothing arrived', {
        hint: `Send one JSON object to standard input, or use --input '{…}' or ${field} <file>`,
        exitCode: 4,
      });
    default:
      return read.missing satisfies never;
  }
}

function wrong(code: string, message: string, hint: string): InputObject {
  return { problem: { code, field, message, hint } };
}
