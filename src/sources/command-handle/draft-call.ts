// A handle and the arguments of one call → the draft of the program that they mean.

import { basename } from 'node:path';
import { type Draft, type DraftEnvironment, type DraftProgram, type Text, written } from '../../planning/draft.js';
import { Findings } from '../../planning/findings.js';
import { type Machine, machineOf } from '../../planning/machine.js';
import { plan, problemsOf } from '../../planning/plan.js';
import { isAny, planError } from '../../planning/plan-error.js';
import type { Template } from '../../tool-form/compile-template.js';
import { follow, readPointer } from '../../tool-form/json-pointer.js';
import type { RenderedArgument } from '../../tool-form/read-vector.js';
import { ToolFormError } from '../../tool-form/tool-form-error.js';
import { isArray, isObject, ownValue, setOwn, type Value, type ValueObject } from '../../tool-form/value.js';
import type { Parameter, PlanContext, Planner } from '../../vocabulary/command.js';
import { GateError, type Problem } from '../../vocabulary/gate-error.js';
import { looksLikeFlag } from '../../vocabulary/looks-like-flag.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import { Secrets } from '../../vocabulary/secrets.js';
import { describeFailures } from '../parameters/describe-failures.js';
import { compileLater } from '../parameters/json-schema.js';
import { type ResolvedPaths, resolvePaths } from '../parameters/resolve-paths.js';
import { isNamedBySchema } from '../parameters/schema-at.js';
import { listedPrograms } from './check-program.js';
import type { HandleTemplates } from './compile-templates.js';
import { encodeStdin } from './encode-stdin.js';
import type { Handle, HandleHost, HandleOptions } from './handle.js';
import { namesFromArguments, readWrittenEnvironment, type WrittenEnvironment } from './handle-environment.js';
import { interpretWith } from './interpret-result.js';
import { passedVariables } from './passed-variables.js';

/** A handle that is ready to be called. */
export interface ReadyHandle {
  readonly handle: Handle;
  readonly templates: HandleTemplates;
  readonly options: HandleOptions;
  readonly host: HandleHost;
  readonly file: string;
}

export function plannerOf(ready: ReadyHandle): Planner {
  const { handle, templates, options, host } = ready;
  const { schema, parameters } = handle.input;
  const validate = compileLater(schema);
  const definition: Definition = {
    ...ready,
    programs: listedPrograms(handle.command, schema),
    machine: machineOf(host),
    written: readWrittenEnvironment(handle.environment),
    passed: passedVariables(options.pass, host.environment),
  };
  const interpret = interpretWith(templates.results);
  return (input, context) => {
    const failures = describeFailures(validate(input), input, parameters);
    const paths = resolvePaths(input as ValueObject, handle.input, context.session, options.paths);
    const call = new Call(definition, paths, context);
    if (!isAny(failures)) {
      const plan = call.plan();
      return plan instanceof GateError ? plan : { plan, interpret };
    }
    const [first, ...more] = failures;
    return planError([first, ...more, ...call.findRefusedBeside(failures)], Secrets.of(context.secrets));
  };
}

interface Definition extends ReadyHandle {
  readonly programs: ReadonlySet<string>;
  readonly machine: Machine;
  readonly written: WrittenEnvironment;
  readonly passed: Readonly<Record<string, string>>;
}

/** One call on its way to a draft. Each step gives what it can, so that the next ones find their problems too. */
class Call {
  readonly #definition: Definition;
  readonly #values: ValueObject;
  readonly #context: PlanContext;
  readonly #findings = new Findings();
  /** Whether every template gave something: only then it is known what would have been run. */
  #isRendered = true;

  constructor(definition: Definition, { input, problems }: ResolvedPaths, context: PlanContext) {
    this.#definition = definition;
    this.#values = input;
    this.#context = context;
    this.#findings.refused.push(...problems);
  }

  plan(): ProgramPlan | GateError {
    const planned = plan(this.#draft(), this.#definition.machine, this.#findings);
    const problems = problemsOf(planned, { wouldRun: this.#isRendered });
    return isAny(problems) ? planError(problems, Secrets.toldOf(planned.plan)) : planned.plan;
  }

  /** What would be refused of the other arguments, so that a caller hears of everything at once. */
  findRefusedBeside(failures: readonly Problem[]): readonly Problem[] {
    this.#arguments();
    const failed = new Set(failures.map(({ field }) => field));
    return this.#findings.refused.filter(({ field }) => field !== 'input' && !failed.has(field));
  }

  #draft(): Draft {
    const { handle, templates, options } = this.#definition;
    const { session, secrets, terminal } = this.#context;
    const { stdout, stderr, encoding, timeoutMs } = handle.io;
    const command = this.#render(templates.command);
    const isTooMuch = this.#findings.refused.some(({ code }) => code === 'LIMIT_EXCEEDED');
    const draft = {
      scope: session,
      paths: options.paths,
      // What is too much to be looked through is not looked at any further.
      args: isTooMuch ? [] : this.#arguments(command).map((argument) => this.#textOf(argument)),
      directories: this.#directories(),
      program: this.#program(command),
      environment: this.#environment(),
      stdin: this.#stdin(),
      ...{ stdout, stderr, encoding, timeoutMs, secrets, terminal },
      ...(options.sandbox && { sandbox: options.sandbox }),
    };
    this.#checkTerminal();
    return draft;
  }

  #render(template: Template | undefined): Value | undefined {
    const rendered = template?.render(this.#values);
    if (!(rendered instanceof ToolFormError)) return rendered?.value;
    this.#addTemplateProblem(rendered);
    return undefined;
  }

  #arguments(program?: Value): readonly RenderedArgument[] {
    const { handle, templates } = this.#definition;
    const blamed = new Set<string>();
    for (let values: Value = this.#values; ; ) {
      const rendered = templates.arguments?.renderArguments(values, {
        mayLookLikeFlag: (text, argument) => isNamedBySchema(handle.input.schema, argument, text),
        program: typeof program === 'string' ? program : undefined,
      });
      if (!(rendered instanceof ToolFormError)) return blamed.size === 0 ? (rendered ?? []) : [];
      const { code, argument } = rendered;
      if (blamed.size === 0 || code === 'REFUSED_ARGUMENT') this.#addTemplateProblem(rendered);
      if (code !== 'REFUSED_ARGUMENT' || argument === undefined || blamed.has(argument)) return [];
      if (blamed.add(argument).size === mostBlamed) return [];
      // Rendered again as if that one were fine, to find the next.
      values = withTextAt(values, readPointer(argument) ?? [], 'x');
    }
  }

  #textOf({ text, lead, argument }: RenderedArgument): Text {
    if (lead === undefined) return written(text);
    const value = text.slice(lead);
    const { label, secret } = this.#parameterAt(argument) ?? {};
    const named =
      argument !== undefined &&
      looksLikeFlag(value) &&
      isNamedBySchema(this.#definition.handle.input.schema, argument, value);
    const piece = { from: 'argument' as const, text: value, value, label, secret, named };
    return lead === 0 ? [piece] : [...written(text.slice(0, lead)), piece];
  }

  #directories(): Draft['directories'] {
    const { directory } = this.#definition.templates;
    if (!directory) return [];
    const before = this.#findings.count;
    const value = this.#render(directory);
    if (value !== undefined) return [{ value }];
    if (this.#findings.count === before) {
      this.#add(
        'INVALID_RESULT',
        'directory',
        'The template of the directory yields nothing',
        'Pass the arguments it needs',
      );
    }
    return [[{ from: 'unknown', text: '' }]];
  }

  #program(text: Value | undefined): DraftProgram | undefined {
    const { options, programs } = this.#definition;
    if (typeof text !== 'string' || text === '') {
      this.#add('INVALID_RESULT', 'program', 'The template of the command does not yield a program name', askOwner);
      return undefined;
    }
    if (programs.has(text)) return { text, relative: options.relativePrograms };
    this.#findings.refused.push({
      code: 'REFUSED_ARGUMENT',
      field: 'program',
      message: 'An argument cannot choose a program that the definition does not list',
      hint: askOwner,
    });
    return undefined;
  }

  /** What the gate passes on, what the templates say, and credentials. */
  #environment(): DraftEnvironment {
    const { handle, templates, written, options, passed } = this.#definition;
    const rendered = this.#render(templates.environment);
    for (const name of isObject(rendered) ? Object.keys(rendered) : []) {
      if (written.names.has(name)) continue;
      this.#findings.refused.push({
        code: 'REFUSED_ARGUMENT',
        field: 'environment',
        message: 'An argument cannot name an environment variable',
        hint: askOwner,
      });
    }
    return {
      usual: 'nothing',
      owner: passed,
      written: rendered,
      decided: [...namesFromArguments(rendered, written)],
      allow: options.environment,
      credentials: handle.security,
    };
  }

  #stdin(): Uint8Array | undefined {
    const { handle, templates } = this.#definition;
    const encoded = encodeStdin(this.#render(templates.stdin), handle.io.encoding);
    if (encoded.ok) return encoded.bytes;
    const hint = 'Use other arguments, or ask the owner to choose an "$encode" for it, such as "json"';
    this.#add('INVALID_RESULT', 'stdin', `The program's input ${encoded.reason}`, hint);
    return undefined;
  }

  #checkTerminal(): void {
    const { stdout, stderr } = this.#definition.handle.io;
    if (this.#context.terminal || (stdout !== 'inherit' && stderr !== 'inherit')) return;
    const hint = 'Run it at a terminal with cmdgate run, or ask the owner to change "io" of its definition to "pipe"';
    this.#add(
      'PERMISSION_DENIED',
      'io',
      'This command writes straight to a terminal, and there is no terminal here',
      hint,
    );
  }

  #add(code: string, field: string, message: string, hint: string): void {
    this.#findings.obstacles.push({ code, field, message, hint });
  }

  /** A place in the template, or, where an argument is to blame, that argument with its value. */
  #addTemplateProblem({ code, pointer, message, argument }: ToolFormError): void {
    this.#isRendered = false;
    if (code === 'REFUSED_ARGUMENT') {
      this.#findings.refused.push(this.#blame(message, argument));
      return;
    }
    const where = `${basename(this.#definition.file)}#${pointer}`;
    const hint = code === 'LIMIT_EXCEEDED' ? 'Use shorter or fewer values' : askOwner;
    this.#add(code, where, `The template at ${where} cannot be used with these arguments. ${message}`, hint);
  }

  #parameterAt(argument: string | undefined): Parameter | undefined {
    const [name] = readPointer(argument ?? '') ?? [];
    return this.#definition.handle.input.parameters.find(({ key }) => key === name);
  }

  #blame(message: string, argument: string | undefined): Problem {
    const parameter = this.#parameterAt(argument);
    const code = 'REFUSED_ARGUMENT';
    const hint = 'Use another value';
    if (!parameter) return { code, field: 'input', message: `An argument cannot be used. ${message}`, hint };
    const value = follow(this.#values, readPointer(argument ?? '') ?? []);
    return {
      code,
      field: parameter.label,
      message: `The ${parameter.label} argument cannot be used. ${message}`,
      ...(!parameter.secret && typeof value === 'string' && { value }),
      hint,
    };
  }
}

const askOwner = 'Use other arguments, or ask the owner to fix the definition';

/** More than this nobody mends in one go. */
const mostBlamed = 20;

/** A copy with a text in place of what the names lead to. */
function withTextAt(value: Value, [name, ...rest]: readonly string[], text: string): Value {
  if (name === undefined) return text;
  if (isArray(value)) return value.map((item, index) => (String(index) === name ? withTextAt(item, rest, text) : item));
  if (!isObject(value)) return value;
  const copy: Record<string, Value> = { ...value };
  setOwn(copy, name, withTextAt(ownValue(value, name) ?? null, rest, text));
  return copy;
}
