// What a person is told of a run that asks, and what is remembered of that. Whoever approves sees everything that the
// request decides: what looks like a secret by its shape may as well be code. What the author declares as secret, and
// the owner's credentials, stay hidden.

import { redacted, redactText, redactValues } from '../../command-line/redact.js';
import { describePlan } from '../../planning/describe-plan.js';
import { redactArguments, secretWords } from '../../policy/rules/redact-arguments.js';
import type { ApprovalSubject, LaterProgram } from '../../vocabulary/approval.js';
import type { Command, Input } from '../../vocabulary/command.js';
import { type ProgramPlan, stepsOf, untoldIn } from '../../vocabulary/program.js';
import type { ReadyRun, Run } from '../run/run.js';
import { describeSandbox } from './describe-sandbox.js';
import type { ListedDirectory } from './directory-content.js';

export function subjectOf(
  run: ReadyRun,
  paths: readonly string[],
  contents: readonly ListedDirectory[] = [],
): ApprovalSubject {
  const about = { request: run.command, command: run.path.join(' ') };
  if (!run.plan) return { ...about, input: wholeInput(run.resolved.command, run.given.input) };
  const [first, ...later] = stepsOf(run.plan).map((plan) => showStep(plan, run));
  const held = run.planned?.sandbox && { sandbox: describeSandbox(run.planned.sandbox) };
  return {
    ...about,
    ...first,
    ...(later.length > 0 && { followed_by: later }),
    ...held,
    touches: paths,
    ...(contents.length > 0 && { contents: contents.map(({ content }) => content) }),
  };
}

/** The arguments of a function, with everything but those that are declared as secret. */
function wholeInput({ parameters }: Command, input: Input): unknown {
  const shown: Record<string, unknown> = {};
  for (const { key, secret } of parameters) {
    if (input[key] !== undefined) shown[key] = secret ? redacted : readable(input[key]);
  }
  return shown;
}

/** What JSON would leave out or refuse is written as text. */
function readable(value: unknown): unknown {
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) return String(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(readable);
  if (value instanceof Set) return [...value].map(readable);
  if (value instanceof Map) return [...value].map(readable);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, readable(item)]));
}

function showStep(plan: ProgramPlan, run: Run): LaterProgram & Pick<ApprovalSubject, 'stdin'> {
  const shown = { ...plan, secrets: hiddenFromPerson(plan, run), unlisted: [], step: undefined };
  const { program, args, directory, environment, stdin_bytes, stdin } = describePlan(shown as never);
  const show = (text: string) => redactValues(text, shown.secrets);
  const variables = (plan.decided ?? []).map((name) => [name, show(plan.environment[name] ?? '')]);
  return {
    ...{ program, args, directory, environment },
    ...(variables.length > 0 && { variables: Object.fromEntries(variables) }),
    ...(stdin !== undefined && { stdin }),
    ...(stdin_bytes !== undefined && { stdin_bytes }),
    ...showStdin(plan.stdin, show),
  };
}

/**
 * The owner's secrets always. One that the caller gave only where it stands in a single place, its own: chosen to be
 * like another argument, it would hide that.
 */
function hiddenFromPerson(plan: ProgramPlan, { secrets: given }: Run): readonly string[] {
  const texts = [plan.program, plan.directory, ...plan.args, ...Object.values(plan.environment), textOf(plan.stdin)];
  return untoldIn(plan).filter((secret) => secret !== '' && (!given.includes(secret) || countIn(texts, secret) <= 1));
}

function countIn(texts: readonly string[], part: string): number {
  return texts.reduce((sum, text) => sum + text.split(part).length - 1, 0);
}

function textOf(stdin: ProgramPlan['stdin']): string {
  return stdin === undefined || stdin === 'open' ? '' : Buffer.from(stdin).toString('utf8');
}

function showStdin(stdin: ProgramPlan['stdin'], show: (text: string) => string) {
  if (stdin === undefined || stdin === 'open' || stdin.byteLength === 0) return {};
  const bytes = Buffer.from(stdin);
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? { stdin_text: show(text) } : { stdin_base64: bytes.toString('base64') };
}

/** A person may have to see what is in an argument; what is remembered for ever must not hold it. */
export function withoutSecrets(subject: ApprovalSubject, { secrets, plan }: Run): ApprovalSubject {
  const { args, touches = [], followed_by, contents, input } = subject;
  if (!args) return input === undefined ? subject : { ...subject, input: redactTexts(input, secrets) };
  const hidden = plan ? [...secrets, ...untoldIn(plan)] : secrets;
  const inPaths = [...hidden, ...secretWords(args, hidden)];
  const { stdin_text: _text, stdin_base64: _bytes, variables: _values, ...rest } = subject;
  return {
    ...rest,
    args: redactArguments(args, hidden),
    ...(followed_by && { followed_by: followed_by.map((later) => rememberLater(later, hidden)) }),
    touches: touches.map((path) => redactValues(path, inPaths)),
    ...(contents && {
      contents: contents.map((one) => ({ ...one, path: redactValues(one.path, inPaths), names: [] })),
    }),
  };
}

function rememberLater(later: LaterProgram, hidden: readonly string[]): LaterProgram {
  const { stdin_text: _text, stdin_base64: _bytes, variables: _values, ...rest } = later;
  return { ...rest, args: redactArguments(later.args, hidden) };
}

function redactTexts(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return redactText(redactValues(value, secrets));
  if (Array.isArray(value)) return value.map((item) => redactTexts(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactTexts(item, secrets)]));
}
