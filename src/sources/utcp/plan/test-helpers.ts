// Tools made by hand, called as the gate calls them. For tests only.

import type { Document } from '../../../documents/document.js';
import type { Input, ProgramCommand } from '../../../vocabulary/command.js';
import { GateError } from '../../../vocabulary/gate-error.js';
import type { PlannedCall } from '../../../vocabulary/program.js';
import { asCall, newWorkspace, planInput, runPlan } from '../../command-handle/test-helpers.js';
import { DefinitionReport } from '../../parameters/definition-report.js';
import { readParameters } from '../../parameters/read-parameters.js';
import {
  type Argument,
  type CallTemplate,
  type ManualOptions,
  type Part,
  type Parts,
  type Step,
  strictestOptions,
  type Tool,
  type UtcpHost,
} from '../tool.js';
import { utcpCommand } from '../utcp-command.js';

export {
  asCall,
  asError,
  asPlan,
  newWorkspace,
  planInput,
  planWords,
  write,
} from '../../command-handle/test-helpers.js';

export const plainHost: UtcpHost = {
  searchPath: ['/usr/local/bin', '/usr/bin', '/bin'],
  ownSearchPath: false,
  environment: {},
};

export const input = (name: string): Part => ({ kind: 'input', name });
export const variable = (name: string): Part => ({ kind: 'variable', name });
export const output = (step: number): Part => ({ kind: 'output', step });

/** A text is what the author wrote. */
export type Written = string | Part;

const partOf = (written: Written): Part => (typeof written === 'string' ? { kind: 'text', text: written } : written);

export const parts = (...written: readonly Written[]): Parts => written.map(partOf);

/** An argument of several parts. */
export const word = (...written: readonly Written[]): Argument => ({ kind: 'word', parts: parts(...written) });

export const optional = (onlyWith: string, ...written: readonly Written[]): Argument => ({
  kind: 'word',
  parts: parts(...written),
  onlyWith,
});

export const option = (flag: string, name: string): Argument => ({ kind: 'option', flag, input: name });

const isArgument = (one: Written | Argument): one is Argument =>
  typeof one !== 'string' && (one.kind === 'word' || one.kind === 'option');

export const program = (name: Written, ...args: readonly (Written | Argument)[]): Step => ({
  kind: 'program',
  program: parts(name),
  args: args.map((one) => (isArgument(one) ? one : word(one))),
  shown: true,
});

export const hidden = (step: Step): Step => (step.kind === 'directory' ? step : { ...step, shown: false });

export const cd = (...written: readonly Written[]): Step => ({ kind: 'directory', directory: parts(...written) });

export const script = (text: string, ...values: readonly Written[]): Step => ({
  kind: 'shell',
  script: text,
  values: parts(...values),
  shown: true,
});

export interface ToolParts extends Partial<CallTemplate> {
  /** Those of the inputs, all of them required unless it says otherwise. */
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly options?: Partial<ManualOptions>;
  readonly host?: Partial<UtcpHost>;
  /** By name; a function is called when it is read. */
  readonly variables?: Readonly<Record<string, string | (() => string)>>;
  readonly tool?: Partial<Tool>;
}

export function makeTool(made: ToolParts): Tool {
  const {
    properties = {},
    required = Object.keys(properties),
    options,
    host: _,
    variables = {},
    tool,
    ...template
  } = made;
  const document = { problems: [], locate: () => undefined } as unknown as Document;
  const report = new DefinitionReport('made.json', document, []);
  const { paths } = { ...strictestOptions, ...options };
  const schema = { type: 'object', properties, required };
  const parameters = readParameters(schema, ['inputs'], paths, report);
  if (report.hasErrors) throw new Error(JSON.stringify(report.problems));
  return {
    name: 'it',
    path: ['manual', 'it'],
    description: 'Does it.',
    tags: [],
    danger: 'mutating',
    input: parameters,
    outputs: undefined,
    variables: new Map(
      Object.entries(variables).map(([name, value]) => [
        name,
        { reveal: () => (typeof value === 'string' ? value : value()) },
      ]),
    ),
    origin: 'made.json',
    ...tool,
    template: {
      form: 'specification',
      steps: [],
      directory: undefined,
      environment: new Map(),
      inherited: [],
      timeoutMs: undefined,
      capturesOutput: true,
      platform: undefined,
      ...template,
    },
  };
}

export function makeCommand(made: ToolParts): ProgramCommand {
  return utcpCommand(
    makeTool(made),
    { ...strictestOptions, ...made.options },
    {
      ...plainHost,
      ...made.host,
    },
  );
}

/** Plans one call of a tool that is made for it. */
export function planCall(made: ToolParts, given: Input = {}, workspace = newWorkspace()): PlannedCall | GateError {
  return planInput(makeCommand(made), given, { workspace });
}

export interface ListRun {
  /** What each step printed that was started. */
  readonly printed: readonly string[];
  readonly error: GateError | undefined;
}

/** Runs a plan and those after it, as plainly as can be. */
export function runList(first: PlannedCall | GateError): ListRun {
  const printed: string[] = [];
  for (let call = asCall(first); ; ) {
    const { stdout } = runPlan(call.plan);
    printed.push(stdout);
    const next = call.goOn?.(stdout.replace(/\n+$/, ''));
    if (next === undefined || next instanceof GateError) return { printed, error: next };
    call = next;
  }
}
