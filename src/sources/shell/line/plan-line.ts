// One call of `shell` with a line in it → all that the line would start, and what starts it.

import { resolve } from 'node:path';
import { realPathFrom } from '../../../machine/paths/real-path.js';
import { isAny, planError } from '../../../planning/plan-error.js';
import { readScript } from '../../../shell-language/read-script.js';
import type { Script, SimpleCommand, Unread } from '../../../shell-language/syntax-tree.js';
import type { GateError, Problem } from '../../../vocabulary/gate-error.js';
import type { PlannedCall, ProgramPlan } from '../../../vocabulary/program.js';
import type { Session } from '../../../vocabulary/request.js';
import { Secrets } from '../../../vocabulary/secrets.js';
import { findArtifactProblems } from '../artifacts.js';
import type { ShellRequest } from '../read-request.js';
import { foreseeLine } from './foresee-line.js';
import { LinePlanner, type LineSetting } from './line-planner.js';
import { LineState } from './line-state.js';

/** The text of a call that is a line: more than the name of a program, and nothing beside it. */
export function readLine(
  { command, parameters, hasParameters, directory = '.' }: ShellRequest,
  session: Session,
): string | undefined {
  if (command === undefined || hasParameters || parameters.length > 0 || command.trim() === '') return undefined;
  if (!/[\s'"\\$`&|;<>(){}*?[\]~#!=]/.test(command)) return undefined;
  // A file whose name has blanks in it is a program.
  return realPathFrom(resolve(session.directory, directory), command)?.entry?.isFile() ? undefined : command;
}

/** A bash reads all of it as a line, even where a program has such a name. */
export function wholeLine({ command }: ShellRequest): string | undefined {
  return command?.trim() === '' ? undefined : command;
}

export function planLine(text: string, setting: LineSetting): PlannedCall | GateError {
  const { request, context, problems } = setting;
  const { session } = context;
  const read = readScript(text);
  const planner = new LinePlanner(setting);
  const { directory, problems: misplaced } = planner.begin();
  const artifacts = findArtifactProblems(request.artifactPaths, session);
  const found = [...problems, ...misplaced.map((problem) => ({ ...problem, field: 'directory' })), ...artifacts];
  const base = planner.base();
  const { stdin } = base;
  const begin = () => new LineState(base, directory, setting.host.elsewhere);
  const unread = read.ok ? [] : read.problems.map((one) => toProblem(one, read.script === undefined));
  if (setting.host.elsewhere && text.includes('\0')) unread.push(hasNul);
  const { script = nothing } = read;
  const foreseen = foreseeLine(script, planner, begin(), session.workspace, stdin);
  const all = [...found, ...unread, ...foreseen.problems];
  if (isAny(all)) return planError(all, Secrets.toldOf(base));
  const [first = { ...base, directory }] = foreseen.parts;
  const parts = foreseen.parts.length === 0 ? [first] : foreseen.parts;
  const background = script.statements.length === 1 && script.statements[0]?.background === true;
  // One program that needs nothing done for it is started like any other.
  if (isPlain(script) && foreseen.parts.length === 1 && !first.hasUnknown && !isFile(first))
    return { plan: first, background };
  return {
    plan: { ...base, ...firstOf(first), directory, stdin, line: { text, parts } },
    background,
    conduct: async (hands, judge) => {
      // Loaded with the first line that runs.
      const { walkLine } = await import('./walk-line.js');
      return await walkLine(script, begin(), { planner, foreseen, workspace: session.workspace, stdin, hands, judge });
    },
  };
}

const nothing: Script = { statements: [] };

const hasNul: Problem = {
  ...{ code: 'INVALID_TEXT', field: 'command', message: 'The line has a NUL character' },
  hint: 'Remove it: no program can be given one',
};

function firstOf({ program, name, args }: ProgramPlan) {
  return { program, name, args };
}

function isFile({ name }: ProgramPlan): boolean {
  return name === '<' || name === '>' || name === '>>';
}

/** Whether it is one program with its words, in which no command stands. */
function isPlain({ statements }: Script): boolean {
  const [statement, ...more] = statements;
  if (!statement || more.length > 0 || statement.rest.length > 0 || statement.first.negated) return false;
  const [command, ...others] = statement.first.commands;
  return others.length === 0 && command?.kind === 'simple' && isPlainCommand(command);
}

function isPlainCommand({ redirects, assignments, words }: SimpleCommand): boolean {
  return redirects.length === 0 && assignments.length === 0 && words.length > 0;
}

function toProblem({ at, what, instead }: Unread, syntax: boolean): Problem {
  const place = at === 0 ? '' : ` (at character ${at + 1})`;
  const message =
    syntax && /^(?:has|is|misses|ends)\b/.test(what)
      ? `The line ${what}${place}`
      : `The line has ${what}${place}, which is not supported here`;
  return { code: 'SHELL_SYNTAX', field: 'command', message, hint: instead };
}
