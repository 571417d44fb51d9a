import { isObject, kindOf } from '../../shape/kind-of.js';
import type { Value } from '../../tool-form/value.js';
import { longestDelayMs } from '../../vocabulary/longest-delay.js';
import { type StreamMode, streamModes, type TextEncoding, textEncodings } from '../../vocabulary/program.js';
import { checkFieldNames, type Fields, fieldOf } from '../parameters/check-fields.js';
import type { DefinitionReport } from '../parameters/definition-report.js';
import type { HandleIo, HandleOptions } from './handle.js';

const noFields: Fields = {};

/** How the program's streams are handled: closed input and captured output, unless the definition says otherwise. */
export function readIo(value: unknown, options: HandleOptions, report: DefinitionReport): HandleIo {
  const io = isObject(value) ? value : noFields;
  if (value !== undefined && io !== value) {
    report.error(['io'], `Must be an object, not ${kindOf(value)}.`, 'Write for example {"stdout": "pipe"}.');
  }
  checkFieldNames(io, ['io'], ['stdin', 'stdout', 'stderr', 'encoding', 'timeout'], report);
  return {
    stdin: fieldOf(io, 'stdin') as Value | undefined,
    stdout: readMode(io, 'stdout', options, report),
    stderr: readMode(io, 'stderr', options, report),
    encoding: readEncoding(io, report),
    timeoutMs: readTimeout(io, report),
  };
}

function readMode(io: Fields, name: 'stdout' | 'stderr', options: HandleOptions, report: DefinitionReport): StreamMode {
  const written = fieldOf(io, name) ?? 'pipe';
  const mode = streamModes.find((known) => known === written);
  if (mode === undefined) {
    const fix = 'A program cannot write to a file here: capture its output, and let the caller request it.';
    report.error(
      ['io', name],
      `Must be one of ${streamModes.join(', ')}.`,
      written === 'file' ? fix : 'Use "pipe" to capture the output.',
    );
  }
  if (mode === 'inherit' && !options.inherit) {
    const fix = 'Use "pipe", or ask the owner to set "inherit": true for these handles.';
    report.error(['io', name], 'The owner does not allow these handles to write to the terminal.', fix);
  }
  return mode ?? 'pipe';
}

function readEncoding(io: Fields, report: DefinitionReport): TextEncoding {
  const written = fieldOf(io, 'encoding') ?? 'utf8';
  const encoding = textEncodings.find((known) => known === written);
  if (encoding === undefined) {
    const fix = written === 'utf-8' || written === 'UTF-8' ? 'Write "utf8".' : 'Use "utf8" for usual text.';
    report.error(['io', 'encoding'], `Must be one of ${textEncodings.join(', ')}.`, fix);
  }
  return encoding ?? 'utf8';
}

function readTimeout(io: Fields, report: DefinitionReport): number | undefined {
  const written = fieldOf(io, 'timeout');
  if (written === undefined) return undefined;
  if (typeof written === 'number' && Number.isInteger(written) && written > 0 && written <= longestDelayMs) {
    return written;
  }
  report.error(
    ['io', 'timeout'],
    `Must be a whole number of milliseconds from 1 to ${longestDelayMs}.`,
    'Write for example 60000 for a minute.',
  );
  return undefined;
}
