// Puts values of earlier answers where a line refers to them. They are data: nothing in them is looked at again.

import { JsonQuery, QueryWork } from '../../../execution/process/output/json/json-query.js';
import type { Value } from '../../../tool-form/value.js';
import { GateError, type Problem } from '../../../vocabulary/gate-error.js';
import type { Fields, PlanRequest } from '../plan-line.js';
import { type EarlierAnswer, mostAnswers } from './earlier-answers.js';
import { deepestReference, looksLikeReference, readReference, refersSomewhere } from './reference.js';

const form = '{"$line": 1, "path": "$.data.id"}';

/** What was answered so far; `expected`: it will be answered. */
interface Answers {
  find(line: number): EarlierAnswer | { readonly status: 'expected' };
}

/** The line with all its references replaced, or everything that is wrong with them. */
export function resolveReferences(line: PlanRequest, answers: Answers): PlanRequest | GateError {
  const resolver = new Resolver(line.number, answers);
  const input = resolver.replace(line.input, '') as Fields;
  const options = resolver.replace(line.options, '_opts') as Fields;
  return refusal(line, resolver.problems) ?? { ...line, input, options, refers: false };
}

/** A line as far as it is known before there are answers. */
export interface KnownPart {
  readonly line: PlanRequest;
  /** The fields that are left out: each holds a reference. */
  readonly unknown: readonly string[] | 'all';
}

/** Or everything that is wrong with its references, before any line has run. */
export function knownPart(line: PlanRequest, isLine: (number: number) => boolean): KnownPart | GateError {
  const resolved = resolveReferences(line, { find: (number) => ({ status: isLine(number) ? 'expected' : 'none' }) });
  if (resolved instanceof GateError) return resolved;
  const given = [line.input, line.options];
  if (given.some(looksLikeReference))
    return { line: { ...line, input: {}, options: {}, refers: false }, unknown: 'all' };
  const unknown = given.flatMap((fields) => Object.keys(fields).filter((name) => refersSomewhere(fields[name])));
  const known = (fields: Fields) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => !refersSomewhere(value)));
  return { line: { ...line, input: known(line.input), options: known(line.options), refers: false }, unknown };
}

function refusal(line: PlanRequest, problems: readonly Problem[]): GateError | undefined {
  if (problems.length === 0) return undefined;
  const [first] = problems;
  const what = problems.length === 1 && first ? first.message : `${problems.length} references cannot be resolved`;
  const hints = [...new Set(problems.map(({ hint }) => hint))].slice(0, 5);
  return new GateError('VALIDATION_ERROR', `Line ${line.number} cannot be run: ${what}`, {
    hint: hints.join('; '),
    details: problems.slice(0, mostProblems),
  });
}

const mostProblems = 50;

/** Of all that a line takes from earlier answers: the same answer can be asked for a thousand times. */
const mostTakenCharacters = 16 * 1024 * 1024;

class Resolver {
  readonly problems: Problem[] = [];
  readonly #number: number;
  readonly #answers: Answers;
  /** A line often takes several values from the same answer. */
  readonly #roots = new Map<number, Value>();
  /** Of all paths of a line together: one of them is quick, and a line has room for thousands. */
  readonly #work = new QueryWork();
  #isExhausted = false;
  #takenCharacters = 0;

  constructor(number: number, answers: Answers) {
    this.#number = number;
    this.#answers = answers;
  }

  replace(value: unknown, field: string, depth = 0): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (looksLikeReference(value)) return this.#follow(value, field);
    if (depth > deepestReference) {
      const message = `references are nested deeper than ${deepestReference} levels`;
      this.#report('LIMIT_EXCEEDED', field, message, 'Nest it less deeply');
      return undefined;
    }
    if (Array.isArray(value)) return value.map((item, at) => this.replace(item, `${field}[${at}]`, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, this.replace(item, field ? `${field}.${key}` : key, depth + 1)]),
    );
  }

  #follow(written: Fields, field: string): unknown {
    const reference = readReference(written);
    if (!reference) {
      return this.#report('INVALID_REFERENCE', field, 'a reference has the wrong form', `Write it as ${form}`);
    }
    if (this.#takenCharacters > mostTakenCharacters) return this.#tooMuch(field);
    const { line, path } = reference;
    const query = JsonQuery.parse(path, this.#work);
    if (!(query instanceof JsonQuery)) {
      const message = `the path of a reference to line ${line} is not a valid JSONPath: ${query.problem}`;
      return this.#report('INVALID_REFERENCE', field, message, `Write it as ${form}`);
    }
    const root = this.#rootOf(line, field);
    if (root === undefined || root === 'expected') return undefined;
    const found = this.#isExhausted ? 'too-much' : query.select(root.value, root.bytes);
    if (found === 'too-much') {
      this.#isExhausted = true;
      const message = `the path of a reference to line ${line} takes too long to evaluate`;
      return this.#report('LIMIT_EXCEEDED', field, message, 'Use a path without wildcards, such as $.data.id');
    }
    if (found.length === 1) return this.#take(found[0] as Value, field);
    const count = found.length === 0 ? 'nothing' : `${found.length} values`;
    const message = `the path of a reference matches ${count} in the answer to line ${line}`;
    return this.#report(
      'INVALID_REFERENCE',
      field,
      message,
      'Use a path that matches exactly one value in that answer',
    );
  }

  #take(value: Value, field: string): Value | undefined {
    this.#takenCharacters += JSON.stringify(value).length;
    return this.#takenCharacters <= mostTakenCharacters ? value : this.#tooMuch(field);
  }

  #tooMuch(field: string): undefined {
    const message = `the values taken from earlier answers exceed ${mostTakenCharacters} characters`;
    return this.#report('LIMIT_EXCEEDED', field, message, 'Refer only to the fields you need');
  }

  #rootOf(line: number, field: string): { readonly value: Value; readonly bytes: number } | 'expected' | undefined {
    const known = this.#roots.get(line);
    if (known !== undefined) return { value: known, bytes: 0 };
    if (line >= this.#number) {
      const message = `a reference names line ${line}, which is not before line ${this.#number}`;
      return this.#report('INVALID_REFERENCE', field, message, 'Refer to an earlier line');
    }
    const answer = this.#answers.find(line);
    if (answer.status === 'expected') return 'expected';
    if (answer.status !== 'kept') return this.#report('INVALID_REFERENCE', field, ...unusable[answer.status](line));
    const value = JSON.parse(answer.text) as Value;
    this.#roots.set(line, value);
    return { value, bytes: answer.text.length };
  }

  #report(code: string, field: string, message: string, hint: string): undefined {
    this.problems.push({ code, field, message, hint });
  }
}

const unusable = {
  failed: (line: number) => [
    `a reference names line ${line}, which failed`,
    `Fix line ${line}, then run the plan again from there with --resume-from ${line}`,
  ],
  gone: (line: number) => [
    `a reference names line ${line}, whose answer is no longer kept`,
    `Refer to one of the last ${mostAnswers} answers, or write the value itself`,
  ],
  none: (line: number) => [
    `a reference names line ${line}, which has no answer: it is blank, or comes before the first line that was run`,
    'Refer to a line that was run, or write the value itself',
  ],
} as const satisfies Record<string, (line: number) => readonly [string, string]>;
