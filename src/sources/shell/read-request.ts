// The arguments of one call, checked by type and form. Nothing is looked up yet.

import type { Input } from '../../vocabulary/command.js';
import type { Problem } from '../../vocabulary/gate-error.js';
import type { ShellHost } from './shell-host.js';
import { isNumberAsText, mostArtifacts, outputDetails, outputFormats } from './shell-parameters.js';

export interface ShellRequest {
  /** `undefined` where it is missing or no text. */
  readonly command: string | undefined;
  readonly parameters: readonly string[];
  /** Whether a list of them was given, even an empty one: then `command` is a program and nothing else. */
  readonly hasParameters: boolean;
  readonly directory: string | undefined;
  readonly timeoutMs: number;
  readonly detail: (typeof outputDetails)[number];
  readonly artifactPaths: readonly string[];
  readonly stdin: string | undefined;
}

/** As much of the request as can be read, so that the rest of it can be checked too. */
export interface ReadRequest {
  readonly request: ShellRequest;
  readonly problems: readonly Problem[];
}

export function readRequest(input: Input, host: ShellHost): ReadRequest {
  const reader = new RequestReader(input);
  if (input.command === undefined) {
    reader.refuse('MISSING_ARGUMENT', 'command', 'is required', 'Name one program (e.g., ls)');
  }
  const request: ShellRequest = {
    command: reader.text('command'),
    parameters: reader.texts('parameters', Number.POSITIVE_INFINITY),
    hasParameters: input.parameters !== undefined,
    directory: reader.text('directory'),
    timeoutMs: reader.timeout(host),
    detail: reader.choice('output_detail', outputDetails),
    artifactPaths: reader.texts('artifact_paths', mostArtifacts),
    stdin: reader.text('stdin'),
  };
  reader.choice('output_format', outputFormats);
  return { request, problems: reader.problems };
}

/** More wrong items than this nobody mends in one go. */
const mostWrongItems = 20;

class RequestReader {
  readonly problems: Problem[] = [];
  readonly #input: Input;

  constructor(input: Input) {
    this.#input = input;
  }

  refuse(code: string, field: string, what: string, hint: string): undefined {
    this.problems.push({ code, field, message: `The ${field} argument ${what}`, hint });
  }

  text(field: string): string | undefined {
    const value = this.#input[field];
    if (value === undefined) return undefined;
    if (typeof value !== 'string') return this.refuse('INVALID_TYPE', field, 'is not text', 'Pass one text');
    if (value.isWellFormed()) return value;
    return this.refuse('INVALID_TEXT', field, 'contains half of a surrogate pair', 'Remove halves of surrogate pairs');
  }

  texts(field: string, most: number): readonly string[] {
    const value = this.#input[field];
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.refuse(
        'INVALID_TYPE',
        field,
        'is not a list',
        'Pass a list of texts, one per argument (e.g., ["-l", "src"])',
      );
      return [];
    }
    if (value.length > most) {
      this.refuse(
        'LIMIT_EXCEEDED',
        field,
        `has ${value.length} items; at most ${most} are accepted`,
        'Pass fewer items',
      );
      return [];
    }
    return this.#items(field, value);
  }

  /** What is wrong with one item keeps its place: the others are still found under their own. */
  #items(field: string, items: readonly unknown[]): readonly string[] {
    let wrong = 0;
    return items.map((item, index) => {
      const [code, what, hint] = findItemReason(item) ?? [];
      if (code === undefined || what === undefined || hint === undefined) return item as string;
      if (++wrong <= mostWrongItems) this.refuse(code, `${field}[${index}]`, what, hint);
      return '';
    });
  }

  timeout({ timeoutMs, maxTimeoutMs }: ShellHost): number {
    const usual = Math.min(timeoutMs, maxTimeoutMs);
    const value = this.#input.timeout;
    if (value === undefined) return usual;
    const range = `Use a whole number of milliseconds from 1 to ${maxTimeoutMs}`;
    // By the name under which it was told already, so that nobody hears of it twice.
    const field = isNumberAsText(value) ? '--timeout' : 'timeout';
    if (!Number.isSafeInteger(value)) this.refuse('INVALID_INTEGER', field, 'is not a whole number', range);
    else if ((value as number) < 1 || (value as number) > maxTimeoutMs) {
      this.refuse('OUT_OF_RANGE', 'timeout', 'is out of range', range);
    } else return value as number;
    return usual;
  }

  /** The first choice is the usual one. */
  choice<const Choices extends readonly [string, ...string[]]>(field: string, choices: Choices): Choices[number] {
    const value = this.#input[field];
    const chosen = choices.find((choice) => choice === value);
    if (chosen === undefined && value !== undefined) {
      this.refuse('INVALID_CHOICE', field, 'is not one of the allowed values', `Use ${choices.join(' or ')}`);
    }
    return chosen ?? choices[0];
  }
}

function findItemReason(item: unknown): readonly [code: string, what: string, hint: string] | undefined {
  if (typeof item !== 'string') {
    return ['INVALID_TYPE', 'is not text', 'Pass every item as text, including numbers (e.g., "5")'];
  }
  if (item.includes('\0')) return ['INVALID_TEXT', 'contains a NUL character', 'Use plain text'];
  return item.isWellFormed() ? undefined : ['INVALID_TEXT', 'contains half of a surrogate pair', 'Use plain text'];
}
