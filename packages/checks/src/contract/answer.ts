// What one call of the executable brought back, read as leniently as can be: the checks say what is wrong with it.
import { asObject, brief, isObject, type JsonObject, parseJson } from './json.js';
import type { Ended } from './start-program.js';

export interface Answer {
  /** After the executable. */
  readonly words: readonly string[];
  /** The line as a report shows it. */
  readonly ran: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly bytes: Buffer;
  readonly ms: number;
  readonly overtime: boolean;
  /** Standard output, where it is one JSON object. */
  readonly envelope: JsonObject | undefined;
  readonly ok: boolean;
  readonly data: unknown;
  /** Empty where there is none. */
  readonly error: JsonObject;
  readonly meta: JsonObject;
  readonly warnings: readonly unknown[];
}

export function readAnswer(words: readonly string[], ran: string, ended: Ended): Answer {
  const stdout = ended.stdout.toString();
  const value = parseJson(stdout);
  const envelope = isObject(value) ? value : undefined;
  return {
    ...{ words, ran, stdout, envelope, bytes: ended.stdout, stderr: ended.stderr.toString() },
    ...{ code: ended.code, signal: ended.signal, ms: ended.ms, overtime: ended.overtime },
    ok: envelope?.ok === true && ended.code === 0,
    data: envelope?.data,
    error: asObject(envelope?.error),
    meta: asObject(envelope?.meta),
    warnings: Array.isArray(envelope?.warnings) ? envelope.warnings : [],
  };
}

/** The lines of a stream of JSON. What is none is undefined. */
export function readLines(stdout: string): readonly (JsonObject | undefined)[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const value = parseJson(line);
      return isObject(value) ? value : undefined;
    });
}

/** The answer without what may differ from call to call. */
export function withoutMeta({ envelope, stdout }: Answer): string {
  if (envelope === undefined) return stdout;
  const { meta: _, ...rest } = envelope;
  return JSON.stringify(rest);
}

export function tell({ overtime, signal, code, stdout, stderr }: Answer): string {
  const end = overtime ? 'no end within the time limit' : signal ? `ended by ${signal}` : `exit code ${code}`;
  const text = stdout.trim() || stderr.trim();
  return text === '' ? `${end}, nothing on stdout` : `${end}: ${brief(text)}`;
}
