// What a person is told of a run that asks, and what is remembered of that. Whoever approves sees everything that the
// request decides: what looks like a secret by its shape may as well be code. What the author declares as secret, and
// the owner's credentials, stay hidden.

import { describeProgram } from '../../planning/describe-plan.js';
import type { ApprovalSubject, LaterProgram, WantedHosts } from '../../vocabulary/approval.js';
import type { Command, Input } from '../../vocabulary/command.js';
import { redacted } from '../../vocabulary/look-alikes.js';
import { type ProgramPlan, stepsOf } from '../../vocabulary/program.js';
import { Secrets } from '../../vocabulary/secrets.js';
import type { ReadyRun, Run } from '../run/run.js';
import { askedInWords } from './asked-in-words.js';
import { describeSandbox } from './describe-sandbox.js';
import type { ListedDirectory } from './directory-content.js';

export function subjectOf(
  run: ReadyRun,
  paths: readonly string[],
  contents: readonly ListedDirectory[] = [],
): ApprovalSubject {
  const about = { request: run.command, command: run.path.join(' '), ...said(run) };
  if (!run.plan) return { ...about, ...asksInWords(run), input: wholeInput(run.resolved.command, run.given.input) };
  const owned = run.untold.except(run.shown.secrets);
  const [first, ...later] = stepsOf(run.plan).map((plan) => showStep(plan, run, owned));
  const held = run.planned?.sandbox && { sandbox: describeSandbox(run.planned.sandbox, run.judged?.granted) };
  return {
    ...about,
    ...first,
    ...askedInWords(run, (text) => givenOnce([text], run).hide(owned.hide(text))),
    ...(later.length > 0 && { followed_by: later }),
    ...held,
    ...(run.judged?.wanted.length && { network: run.judged.wanted.map(showWanted) }),
    touches: owned.hideIn(paths),
    ...(contents.length > 0 && { contents: owned.hideIn(contents.map(({ content }) => content)) }),
  };
}

/** The question as the author of the command words it. One that cannot be made is left out: the rest says it, too. */
function asksInWords({ resolved: { command }, given, untold }: ReadyRun): Pick<ApprovalSubject, 'question'> {
  try {
    const question = 'question' in command ? command.question?.(given.input) : undefined;
    return typeof question === 'string' && question.trim() !== '' ? { question: untold.hide(question.trim()) } : {};
  } catch {
    return {};
  }
}

/** More than this nobody needs to hear: it decides nothing. */
const longestComment = 500;

function said({ request: { line }, untold }: Run): Pick<ApprovalSubject, 'comment'> {
  const comment = typeof line === 'object' && 'path' in line ? line.comment?.trim() : undefined;
  if (!comment) return {};
  const hidden = untold.hideLikely(comment);
  return { comment: hidden.length > longestComment ? `${hidden.slice(0, longestComment)} ...` : hidden };
}

function showWanted({ what, program, hosts }: WantedHosts): WantedHosts {
  return { what, program, hosts };
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

function showStep(plan: ProgramPlan, run: Run, owned: Secrets): LaterProgram & Pick<ApprovalSubject, 'stdin'> {
  const alone = givenOnce(textsOf(plan), run);
  const show = (text: string) => alone.hide(owned.hide(text));
  const { program, args, directory, environment, stdin_bytes, stdin } = describeProgram(plan, show);
  const variables = (plan.decided ?? []).map((name) => [name, show(plan.environment[name] ?? '')]);
  return {
    ...{ program, args, directory, environment },
    ...(variables.length > 0 && { variables: Object.fromEntries(variables) }),
    // Of a part of a line it means that another one prints what it reads.
    ...(stdin !== undefined && !run.plan?.line && { stdin }),
    ...(stdin_bytes !== undefined && { stdin_bytes }),
    ...showStdin(plan.stdin, show),
    ...(plan.hasUnknown && { unknown: plan.hasUnknown }),
  };
}

/**
 * Secrets that the caller gave and that are in a single place, their own: chosen to be like another argument, one would
 * hide that.
 */
function givenOnce(texts: readonly string[], { shown: { secrets } }: Run): Secrets {
  return Secrets.asWritten(secrets.values.filter((secret) => countIn(texts, Secrets.asWritten([secret])) <= 1));
}

function textsOf({ program, directory, args, environment, stdin }: ProgramPlan): readonly string[] {
  return [program, directory, ...args, ...Object.values(environment), textOf(stdin)];
}

function countIn(texts: readonly string[], secret: Secrets): number {
  const marks = (text: string) => text.split(redacted).length;
  return texts.reduce((sum, text) => sum + marks(secret.hide(text)) - marks(text), 0);
}

function textOf(stdin: ProgramPlan['stdin']): string {
  return stdin === undefined || stdin === 'open' ? '' : Buffer.from(stdin).toString('utf8');
}

function showStdin(stdin: ProgramPlan['stdin'], show: (text: string) => string) {
  if (stdin === undefined || stdin === 'open' || stdin.byteLength === 0) return {};
  const bytes = Buffer.from(stdin);
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes)
    ? { stdin_text: show(text) }
    : { stdin_base64: show(bytes.toString('base64')) };
}

/** A person may have to see what is in an argument; what is remembered for ever must not hold it. */
export function withoutSecrets({ line: _line, ...subject }: ApprovalSubject, { untold }: Run): ApprovalSubject {
  const { args, touches = [], followed_by: later = [], contents, input } = subject;
  if (!args) {
    const asked = subject.question !== undefined && { question: untold.hideLikely(subject.question) };
    return input === undefined ? subject : { ...subject, ...asked, input: untold.hideLikelyIn(input) };
  }
  const secrets = untold.andThoseIn([args, ...later.map((one) => one.args)].flat());
  return {
    ...rememberProgram(subject as ApprovalSubject & LaterProgram, untold, secrets),
    ...(later.length > 0 && { followed_by: later.map((one) => rememberProgram(one, untold, secrets)) }),
    ...(input !== undefined && { input: untold.hideLikelyIn(input) }),
    touches: secrets.hideIn(touches),
    ...(contents && { contents: contents.map((one) => ({ ...one, path: secrets.hide(one.path), names: [] })) }),
  };
}

function rememberProgram<T extends LaterProgram>(described: T, untold: Secrets, secrets: Secrets) {
  const { stdin_text: _text, stdin_base64: _bytes, variables: _values, ...rest } = described;
  const { program, directory, args } = described;
  return {
    ...rest,
    program: secrets.hide(program),
    directory: secrets.hide(directory),
    args: untold.hideInWords(args),
  };
}
