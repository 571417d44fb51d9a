// One step → the draft of the program that it starts.

import type { Draft, DraftEnvironment, DraftProgram, Text } from '../../../planning/draft.js';
import { joined } from '../../../planning/draft.js';
import type { Machine } from '../../../planning/machine.js';
import type { Input, PlanContext } from '../../../vocabulary/command.js';
import type { CallTemplate, ManualOptions, Tool } from '../tool.js';
import { buildArguments } from './build-arguments.js';
import type { CallValues } from './call-values.js';
import type { RunnableStep } from './step-list.js';

/** One call of one tool. */
export interface Call {
  readonly tool: Tool;
  readonly options: ManualOptions;
  readonly machine: Machine;
  readonly input: Input;
  readonly variables: ReadonlyMap<string, string>;
  readonly context: PlanContext;
  /** Texts that are never shown. */
  readonly secrets: readonly string[];
  /** The owner's, which a program may print. */
  readonly unlisted: readonly string[];
}

export interface StepSurroundings {
  /** Where the first of the directories starts. */
  readonly directory: string;
  readonly directories: readonly Text[];
  readonly values: CallValues;
  /** Whether a step before it has not run yet. */
  readonly foreseen: boolean;
  readonly isRead: boolean;
}

export function draftStep(step: RunnableStep, call: Call, around: StepSurroundings): Draft {
  const { tool, options, machine, context, secrets, unlisted } = call;
  const { template } = tool;
  const { directory, directories, values, foreseen, isRead } = around;
  return {
    scope: { ...context.session, directory },
    paths: options.paths,
    valuesArePaths: true,
    directories,
    foreseen,
    program: programOf(step, values, options),
    args:
      step.kind === 'program' ? buildArguments(step.args, values) : values.fill(step.values).map((piece) => [piece]),
    environment: environmentOf(template, machine, values),
    stdin: undefined,
    stdout: template.capturesOutput || isRead ? 'pipe' : 'ignore',
    stderr: template.capturesOutput ? 'pipe' : 'ignore',
    encoding: 'utf8',
    secrets,
    unlisted,
    timeoutMs: template.timeoutMs,
    ...(options.sandbox && { sandbox: options.sandbox }),
  };
}

function programOf(step: RunnableStep, values: CallValues, { relativePrograms }: ManualOptions): DraftProgram {
  if (step.kind === 'shell') return { text: '/bin/sh', name: 'sh', relative: false, script: step.script };
  return { text: joined(values.fill(step.program)), relative: relativePrograms };
}

/** What the template sets wins over what it inherits. */
function environmentOf(template: CallTemplate, machine: Machine, values: CallValues): DraftEnvironment {
  const set = new Map<string, Text>();
  for (const [name, parts] of template.environment) {
    const [only] = parts;
    const isLeftOut = parts.length === 1 && only?.kind === 'input' && values.given(only.name) === undefined;
    if (!isLeftOut) set.set(name, values.fill(parts));
  }
  const isWritten = (name: string) =>
    template.environment.get(name)?.every(({ kind }) => kind === 'text' || kind === 'variable');
  const inherited = template.inherited.flatMap((name) => {
    const value = machine.environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    usual: template.inheritsNothing ? 'nothing' : 'search-path',
    owner: Object.fromEntries(inherited),
    written: Object.fromEntries([...set].map(([name, text]) => [name, joined(text)])),
    decided: [...set.keys()].filter((name) => !isWritten(name)),
    // Author and owner may set what changes a program; what comes from elsewhere may not.
    allow: 'author',
    texts: [...set.values()],
  };
}
