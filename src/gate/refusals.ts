// The gate's own errors, in the words of Appendix B of the ACLI specification.

import { examplesFor } from '../registry/example-lines.js';
import type { Registry, RegistryNode } from '../registry/registry.js';
import { usageLine } from '../registry/usage.js';
import type { Command } from '../vocabulary/command.js';
import type { Judgement } from '../vocabulary/decision.js';
import { GateError, type Problem } from '../vocabulary/gate-error.js';
import { lookFirst } from '../vocabulary/half-done.js';
import { isNamedLikeSecret, redactDeep, redacted, redactText } from '../vocabulary/look-alikes.js';
import { Secrets } from '../vocabulary/secrets.js';

export function commandNotFound(
  registry: Registry,
  node: RegistryNode,
  words: readonly string[],
  depth: number,
  visible: (path: string) => boolean,
): GateError {
  const group = node.path.join(' ');
  const word = words[depth];
  // The gate's own subcommands, such as those of `runs`, are there for everybody.
  const isThere = (path: string) =>
    visible(path) || (group !== '' && registry.find(path.split(' ')).node.command?.builtIn);
  const listing = group ? `Run 'help ${group}' for available commands` : "Run 'help' for available commands";
  if (word === undefined) {
    const children = [...node.children.values()]
      .filter(({ name, hidden }) => !hidden && isThere(`${group} ${name}`))
      .map(({ name }) => name)
      .slice(0, 5);
    return new GateError('COMMAND_NOT_FOUND', `Command '${group}' needs a subcommand`, {
      hint: `Add one of ${children.join(', ')}. ${listing}`,
      examples: [`help ${group}`],
    });
  }
  const shown = [...node.path, cutWord(word)].join(' ');
  const nearest = registry.nearest(node, word).filter(isThere);
  const guess = nearest.length > 0 ? `Did you mean ${nearest.map((name) => `'${name}'`).join(' or ')}? ` : '';
  return new GateError('COMMAND_NOT_FOUND', `Command '${shown}' not found`, {
    hint: `${guess}${listing}`,
    examples: nearest.length > 0 ? nearest.map((name) => `help ${name}`) : [group ? `help ${group}` : 'help'],
  });
}

export function permissionDenied(command: Command, reason: string): GateError {
  return new GateError('PERMISSION_DENIED', `Permission denied for '${command.path.join(' ')}': ${reason}`, {
    hint: "Check your access level: 'help' lists the commands you may run; the owner can change the lists",
    examples: ['help'],
  });
}

/** The policy's no: what was seen, and the nearest thing that would be allowed. */
export function deniedByPolicy(path: readonly string[], { reason, instead, evidence, rules }: Judgement): GateError {
  const details = evidence.map(({ effect, argument, why }) => ({
    code: effect.toUpperCase().replaceAll('-', '_'),
    message: why,
    ...(argument !== undefined && { value: cutWord(argument) }),
  }));
  const rule = rules[0] ? ` (rule '${rules[0].id}')` : '';
  return new GateError('PERMISSION_DENIED', `Permission denied for '${path.join(' ')}': ${reason}${rule}`, {
    hint:
      instead ?? "Find another way; 'policy check' shows what would be allowed, and the owner can change the policy",
    details: details.slice(0, mostProblems),
  });
}

/** `hasBegun`: programs before this one, of a list, have run. */
export function changedSince(hasBegun = false): GateError {
  return new GateError('PERMISSION_DENIED', 'The program, or a file given to it, changed after it was judged', {
    hint: hasBegun ? stepsHaveRun : 'Send it again: it is judged again in its current state, with approval if needed',
  });
}

/** One sandbox holds a whole line. */
export function differentSandboxes(names: readonly string[]): GateError {
  return new GateError(
    'VALIDATION_ERROR',
    `The owner gives the programs of this line different sandboxes: ${names.join(', ')}`,
    {
      hint: 'Send the programs with different sandboxes in separate calls',
    },
  );
}

/** It was planned for a sandbox, and nothing would hold it. */
export function notOwnPlace(directory: string): GateError {
  return new GateError('PATH_TRAVERSAL_BLOCKED', `The working directory "${directory}" is outside the workspace.`, {
    hint: 'Use a directory inside the workspace (e.g., reports)',
  });
}

/** Sent again as it is, a list would do its first steps twice. */
export const stepsHaveRun = 'The steps before this one have run: check what they changed, then send only the rest';

/** What an earlier program of a list printed is in the arguments of this one. */
export function becameQuestionable(path: readonly string[], { reason }: Judgement): GateError {
  return new GateError(
    'PERMISSION_DENIED',
    `'${path.join(' ')}' reached a step that needs a person's approval: ${reason}`,
    {
      hint: 'Nothing more was started. Check the output so far, and send the rest in a separate call',
      phase: 'execution',
    },
  );
}

export function rateLimited(waitMs: number): GateError {
  const seconds = Math.ceil(waitMs / 1000);
  return new GateError('RATE_LIMITED', 'Rate limit exceeded', {
    hint: `Wait ${seconds}s before retry`,
    retryAfterMs: waitMs,
  });
}

/** More than this nobody mends in one go. */
const mostProblems = 50;

/** Every problem at once, with the usage line and examples that parse. */
export function invalidArguments(
  command: Command,
  found: readonly Problem[],
  secrets: Secrets = Secrets.none,
): GateError {
  const problems = secrets.hideIn(found);
  const blocked = problems.some(({ code }) => code === 'PATH_TRAVERSAL_BLOCKED');
  const usage = usageLine(command);
  const fields = [...new Set(problems.map(({ field }) => field ?? 'input'))].slice(0, mostProblems).map(cutWord);
  const [first] = problems;
  const summary =
    problems.length === 1 && first
      ? `Invalid argument: ${fields[0]} (${lowerFirst(cutMessage(first.message))})`
      : `Invalid arguments: ${fields.join(', ')} (${problems.length} problems)`;
  const hints = [...new Set(problems.map(({ hint }) => hint).filter((hint) => hint !== undefined))];
  return new GateError(blocked ? 'PATH_TRAVERSAL_BLOCKED' : 'VALIDATION_ERROR', summary, {
    hint: hints.slice(0, 5).join('; '),
    usage,
    examples: examplesFor(command, problems),
    details: problems.slice(0, mostProblems).map((problem) => shorten(problem)),
  });
}

/** What a handler asked for while it ran. */
export function pathTraversalBlocked(reason: string): GateError {
  return new GateError('PATH_TRAVERSAL_BLOCKED', `The path ${reason}`, {
    hint: 'Use a relative path inside the workspace, without ".."',
    phase: 'execution',
  });
}

/** `changes`: it was in the middle of a change. */
export function timedOut(
  timeoutMs: number,
  { phase = 'execution', changes = false }: { phase?: 'validation' | 'execution'; changes?: boolean } = {},
): GateError {
  const hint = changes ? `${lookFirst}. Do less per call` : 'Try a simpler query';
  return new GateError('TIMEOUT', `Command timed out after ${timeoutMs}ms`, { hint, phase });
}

/** `changes`: it was in the middle of a change. */
export function canceled(phase: 'validation' | 'execution', changes = false): GateError {
  const hint = changes ? lookFirst : 'Send it again if it is still needed';
  return new GateError('CANCELED', 'The run was canceled', { hint, phase });
}

/** The client withdrew it, or the gate ends. */
export function canceledBeforeApproval(): GateError {
  return new GateError('CANCELED', 'The call was canceled before a person approved it, so nothing was run', {
    hint: 'The request for approval is withdrawn. Send the call again if it is still needed; it asks again',
    phase: 'validation',
  });
}

export function backgroundNeedsServer(): GateError {
  return new GateError('VALIDATION_ERROR', 'Invalid argument: --background (this command line exits with its answer)', {
    hint: 'Use it where the gate keeps running: over MCP (serve), in the repl or from the library. Here, wait for the answer',
  });
}

export function unavailable(detail: string): GateError {
  return new GateError('UNAVAILABLE', `The gate cannot accept the request right now: ${detail}`, {
    hint: 'Wait a moment and try again; tell the owner if the problem persists',
    retryAfterMs: 1000,
  });
}

/** One caller must not fill the gate with runs that nobody waits for. */
export function tooManyInBackground(most: number): GateError {
  return new GateError(
    'UNAVAILABLE',
    `The gate cannot accept the request right now: ${most} of your runs are in the background`,
    {
      hint: "Wait for one of them ('runs list --state running', 'runs wait <run>'), or cancel one",
      examples: ['runs list --state running'],
      retryAfterMs: 5_000,
    },
  );
}

/** A mistake in the command itself: no other input would help. */
const bugOfCommand = 'This is a bug in the command: do not send it again, and tell its author';

export function executionFailed(detail: string, hint = bugOfCommand): GateError {
  return new GateError('EXECUTION_ERROR', `Execution failed: ${detail}`, { hint, phase: 'execution' });
}

/** An error must not cost more than the answer would have, nor tell what is secret. */
function shorten(problem: Problem): Problem {
  const { field, value } = problem;
  return {
    ...problem,
    message: cutMessage(problem.message),
    ...(field !== undefined && { field: cutWord(field) }),
    ...(value !== undefined && { value: isNamedLikeSecret(field ?? '') ? redacted : cutValue(value) }),
  };
}

function cutValue(value: unknown): unknown {
  if (typeof value === 'string') return cutWord(value);
  const text = JSON.stringify(value) ?? '';
  return text.length <= 200 ? redactDeep(value) : cutWord(text);
}

function cutMessage(message: string): string {
  const clean = redactText(message.slice(0, 1_000));
  return clean.length <= 500 ? clean : `${clean.slice(0, 500)}…`;
}

function cutWord(word: string): string {
  const clean = redactText(word.slice(0, 1_000));
  return clean.length <= 200 ? clean : `${clean.slice(0, 200)}…`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
