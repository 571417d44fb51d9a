// One call of `shell` → the draft of the program that it means. There is no shell: patterns are the gate's own work, and
// what only a shell could do is refused.

import { basename, isAbsolute } from 'node:path';
import { statOf } from '../../machine/files/stat-of.js';
import { type Draft, written } from '../../planning/draft.js';
import { Findings } from '../../planning/findings.js';
import { enterDirectories, findProgram, type Located, programScope } from '../../planning/locate.js';
import { type Machine, machineOf } from '../../planning/machine.js';
import { plan, problemsOf } from '../../planning/plan.js';
import { isAny, planError } from '../../planning/plan-error.js';
import { shown } from '../../planning/show-text.js';
import { understand } from '../../policy/understanding/understand.js';
import type { Input, PlanContext, Planner } from '../../vocabulary/command.js';
import type { GateError, Problem } from '../../vocabulary/gate-error.js';
import { shortTimeout } from '../../vocabulary/notices.js';
import type { Warning } from '../../vocabulary/outcome.js';
import type { PlannedCall, ProgramResult } from '../../vocabulary/program.js';
import { Secrets } from '../../vocabulary/secrets.js';
import { findArtifactProblems, hashArtifacts } from './artifacts.js';
import { adviceForMissing, findCommandProblem } from './check-command.js';
import { describeAssistant } from './describe-assistant.js';
import { expandGlobs } from './expand-globs.js';
import { planLine, readLine, wholeLine } from './line/plan-line.js';
import { findOwnWords } from './own-words.js';
import { ownerVariables } from './owner-variables.js';
import { readRequest, type ShellRequest } from './read-request.js';
import type { ShellHost } from './shell-host.js';
import { findShellSyntax } from './shell-syntax.js';

export function shellPlanner(host: ShellHost): Planner {
  const machine = machineOf(host);
  return (input, context) => planCall(input, context, host, machine);
}

function planCall(input: Input, context: PlanContext, host: ShellHost, machine: Machine): PlannedCall | GateError {
  const { session } = context;
  const findings = new Findings();
  const { request, problems } = readRequest(input, host);
  const line = host.elsewhere ? wholeLine(request) : readLine(request, session);
  if (line !== undefined) {
    const call = planLine(line, { request, context, host, machine, problems });
    return 'plan' in call ? { ...call, ...toldOf(request, context, host) } : call;
  }
  findings.refused.push(...problems);
  const directories = request.directory === undefined ? [] : [written(request.directory)];
  const asked = { scope: session, paths: 'workspace' as const, directories };
  const place = enterDirectories(asked, findings);
  const where = { ...asked, program: programOf(request, place, findings) };
  const located = { ...place, program: findProgram(where, place, machine, findings) };
  const args = expandArguments(request.parameters, where, located, host.globs, machine, findings);
  findings.refused.push(...findArtifactProblems(request.artifactPaths, session));
  const draft: Draft = { ...usualDraft(request, context, host), ...where, args: args.map(written) };
  const planned = plan(draft, machine, findings, located);
  const found = problemsOf(planned, { wouldRun: false }).map((problem) => reword(problem, request, session));
  if (isAny(found)) return planError(found, Secrets.toldOf(planned.plan));
  return { plan: planned.plan, ...toldOf(request, context, host) };
}

/** What is told beside what it prints. */
function toldOf(
  request: ShellRequest,
  context: PlanContext,
  host: ShellHost,
): Pick<PlannedCall, 'finish' | 'warnings'> {
  return {
    finish: (result) => finish(request, context, host, result),
    ...(request.timeoutMs < fewMilliseconds && { warnings: [inMilliseconds(request.timeoutMs)] }),
  };
}

/** Many tools count in seconds: who gives so few may mean those. */
const fewMilliseconds = 1_000;

function inMilliseconds(timeoutMs: number): Warning {
  const message = `"timeout" is in milliseconds: ${timeoutMs} is less than a second. For ${timeoutMs} seconds, use ${timeoutMs * 1_000}.`;
  return { code: shortTimeout, message };
}

/** What every program of a call gets, whichever it is. */
export function usualDraft(
  { stdin, timeoutMs, detail }: ShellRequest,
  { session, secrets, terminal, traceId }: PlanContext,
  host: ShellHost,
): Omit<Draft, 'scope' | 'paths' | 'directories' | 'program' | 'args'> {
  const owner = ownerVariables(host);
  return {
    environment: {
      usual: 'quiet',
      owner: owner.variables,
      // Whoever opens a session may not be the owner: names that make programs run other code are refused.
      written: session.variables,
      decided: Object.keys(session.variables ?? {}),
      decidedBy: 'session',
      allow: [],
    },
    terminal,
    traceId,
    stdin: stdin === undefined || stdin === 'open' ? stdin : Buffer.from(stdin),
    stdout: 'pipe',
    stderr: 'pipe',
    encoding: 'utf8',
    secrets: [...secrets, ...owner.secrets],
    timeoutMs,
    ownTimeout: true,
    shows: detail === 'full' ? 'complete' : 'brief',
  };
}

/** Nothing where it is missing, or not one program. */
function programOf({ command, parameters }: ShellRequest, place: Omit<Located, 'program'>, findings: Findings) {
  if (command === undefined) return undefined;
  const isFile = command.includes('/') && place.directoryIsKnown && isFileAt(command, place.directory);
  const problem = isFile ? undefined : findCommandProblem(command, parameters);
  if (problem) findings.refused.push(problem);
  return problem ? undefined : { text: command, relative: true };
}

function isFileAt(command: string, directory: string): boolean {
  return statOf(isAbsolute(command) ? command : `${directory}/${command}`)?.isFile() === true;
}

function expandArguments(
  parameters: readonly string[],
  where: Parameters<typeof programScope>[0],
  { program, directory }: Located,
  globs: boolean,
  machine: Machine,
  findings: Findings,
): readonly string[] {
  const mayBeGlob = globs && program && parameters.some((text) => /[*?[]/.test(text));
  const syntax = parameters.map(findShellSyntax);
  if (!mayBeGlob && syntax.every((found) => found === undefined)) return parameters;

  const { workspace } = where.scope;
  const understanding =
    program &&
    understand({ ...program, args: parameters, directory, workspace }, (inner) => {
      const resolved = machine.programsOf(workspace).resolve(inner, programScope(where, directory, machine));
      return resolved.ok ? resolved.program : undefined;
    });
  const own = understanding ? findOwnWords(understanding.steps, parameters) : new Set();
  for (const [index, found] of syntax.entries()) {
    if (!found || own.has(index)) continue;
    findings.refused.push({
      code: 'SHELL_SYNTAX',
      field: `parameters[${index}]`,
      message: `The word${shown(parameters[index] ?? '')} is shell syntax (it ${found.what}), and there is no shell here`,
      hint: found.advice,
    });
  }
  if (!mayBeGlob || !understanding) return parameters;
  const expanded = expandGlobs(parameters, understanding.globs, { directory, workspace });
  if (expanded.ok) return expanded.args;
  findings.refused.push(expanded.problem);
  return parameters;
}

/** By the names that the caller wrote. */
function reword(problem: Problem, { command = '', directory }: ShellRequest, session: PlanContext['session']): Problem {
  const { code, field = '', hint = 'Name another program' } = problem;
  if (field === 'program') return { ...problem, field: 'command', hint: adviceForMissing(command) ?? hint };
  if (field === 'directory' && code === 'PATH_TRAVERSAL_BLOCKED') {
    return {
      ...problem,
      message: `The directory${shown(directory ?? session.directory)} does not match: it is outside the trusted working directory${shown(session.workspace)}`,
      hint: 'Omit the directory, or name one inside the trusted working directory (e.g., src)',
    };
  }
  return field.startsWith('arguments') ? { ...problem, field: field.replace(/^arguments/, 'parameters') } : problem;
}

async function finish(
  request: ShellRequest,
  { session }: PlanContext,
  { aiCommands }: ShellHost,
  result: ProgramResult,
) {
  const called = basename(request.command ?? '');
  const profile = Object.hasOwn(aiCommands, called) ? aiCommands[called] : undefined;
  return {
    artifacts: await hashArtifacts(request.artifactPaths, session),
    ...(profile && describeAssistant(called, profile, result)),
    scope: 'checked',
  };
}
