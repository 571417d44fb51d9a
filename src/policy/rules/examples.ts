// A rule's own examples: requests that it must match, and such that it must not. They are judged in a workspace and with
// program files that are made up, so that they mean the same on every machine.

import { resolve } from 'node:path';
import { defaultLineLimits } from '../../command-line/limits.js';
import { quoteWords } from '../../command-line/quote.js';
import { readLine } from '../../command-line/read-line.js';
import type { Decision } from '../../vocabulary/decision.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { commandName } from '../../vocabulary/names.js';
import { readPattern } from '../command-pattern.js';
import { understand } from '../understanding/understand.js';
import type { CompiledRule } from './compiled-rule.js';
import { JudgedCall } from './judged-call.js';
import {
  type Conditions,
  type DetailedExample,
  type Example,
  isAboutHeld,
  isAboutProgram,
  type PolicySubject,
  type ProgramFacts,
  type Rule,
  shellCommand,
} from './rule.js';

export interface ExampleResult {
  readonly rule: string;
  readonly kind: 'match' | 'not_match';
  /** Its place in the list. */
  readonly index: number;
  /** In one line. */
  readonly example: string;
  readonly holds: boolean;
  /** Why it does not hold, as a sentence. */
  readonly problem: string | undefined;
  /** What the whole policy decides: another rule may be stricter. */
  readonly decision: Decision | undefined;
}

export function checkExamples(compiled: CompiledRule, decide: (subject: PolicySubject) => Decision): ExampleResult[] {
  const { rule } = compiled;
  const check = (kind: ExampleResult['kind'], example: Example, index: number): ExampleResult => {
    const about = { rule: rule.id, kind, index, example: showExample(example) };
    const subject = toSubject(example, rule);
    if (typeof subject === 'string') return { ...about, holds: false, problem: subject, decision: undefined };
    const differs = compiled.differs(subject, subject.program && new JudgedCall(subject.program, subject));
    const problem = kind === 'match' ? differs && doesNotMatch(differs) : differs === undefined ? doesMatch : undefined;
    return { ...about, holds: problem === undefined, problem, decision: decide(subject) };
  };
  return [
    ...rule.match.map((example, index) => check('match', example, index)),
    ...rule.notMatch.map((example, index) => check('not_match', example, index)),
  ];
}

const doesMatch = 'The rule matches this example, but must not.';

function doesNotMatch(differs: string): string {
  return `The rule does not match this example, because ${differs}.`;
}

function showExample(example: Example): string {
  if (typeof example === 'string') return example;
  const { run, command, ...rest } = example;
  const line = run === undefined ? command : typeof run === 'string' ? run : quoteWords(run);
  const details = Object.entries({ ...(run !== undefined && command !== undefined && { command }), ...rest });
  const shown = details.map(([key, value]) => `${key}: ${String(value)}`).join(', ');
  return shown === '' ? (line ?? '') : `${line ?? ''} (${shown})`;
}

/** The request that an example means, or what is wrong with the example. */
function toSubject(example: Example, rule: Rule): PolicySubject | string {
  const { conditions } = rule;
  const detailed = typeof example === 'string' ? readText(example, rule) : example;
  const words = detailed.run === undefined ? undefined : readWords(detailed.run);
  if (words instanceof GateError) return `The example cannot be parsed. ${words.message}.`;
  const command = commandOf(detailed, rule);
  if (typeof command === 'string') return command;
  return {
    command,
    danger: detailed.danger ?? conditions.danger?.[0] ?? 'mutating',
    caller: detailed.caller ?? conditions.callers?.[0] ?? 'agent',
    door: detailed.door ?? conditions.doors?.[0] ?? 'mcp-stdio',
    ...placeOf(detailed, conditions),
    program: words && toProgram(words, detailed.directory ?? directoryFor(rule)),
  };
}

/** Outside of a sandbox every machine can be reached. */
function placeOf({ sandboxed, network }: DetailedExample, conditions: Conditions) {
  const isInside = sandboxed ?? isAboutHeld(conditions);
  return { sandboxed: isInside, network: isInside ? (network ?? conditions.network?.[0] ?? 'off') : ('open' as const) };
}

function readText(text: string, rule: Rule): DetailedExample {
  return isProgramCall(rule) ? { run: text } : { command: text };
}

function readWords(run: string | readonly string[]): readonly string[] | GateError {
  return readLine(run, defaultLineLimits);
}

/** Whether a line is a program call for this rule, and not the words of a command. */
function isProgramCall({ conditions, unless }: Rule): boolean {
  if (isAboutProgram(conditions) || (unless !== undefined && isAboutProgram(unless))) return true;
  return conditions.command?.every((pattern) => pattern === shellCommand) === true;
}

function commandOf({ command, run }: DetailedExample, { conditions }: Rule): readonly string[] | string {
  if (command !== undefined) {
    const words = command.split(' ');
    return words.every((word) => commandName.test(word))
      ? words
      : 'The example must be the words of a command, separated by single spaces and without arguments.';
  }
  if (run === undefined) return 'The example names neither a program nor a command.';
  const pattern = readPattern(conditions.command?.[0] ?? shellCommand);
  return typeof pattern === 'string' || pattern.words.length === 0 ? [shellCommand] : pattern.words;
}

/** One that the rule's first pattern means. */
function directoryFor({ conditions }: Rule): string {
  return (conditions.directory?.[0] ?? '.').replaceAll('**', 'any').replaceAll('*', 'any');
}

const workspace = '/cmdgate-example-workspace';

function toProgram([name = '', ...args]: readonly string[], directory: string): ProgramFacts {
  const from = resolve(workspace, directory);
  const find = (program: string) => (program.includes('/') ? resolve(from, program) : `/usr/bin/${program}`);
  const file = find(name);
  return {
    name,
    file,
    args,
    directory: from,
    workspace,
    stdin: false,
    understanding: () => understand({ name, program: file, args, directory: from, workspace, platform: 'linux' }, find),
  };
}
