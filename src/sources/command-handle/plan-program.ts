// A handle and the arguments of one call → the program that they mean. Nothing is started, and everything that would
// keep it from being started is told at once.

import { basename, resolve } from 'node:path';
import { checkVector } from '../../planning/check-vector.js';
import { describePlan } from '../../planning/describe-plan.js';
import { ProgramMemory } from '../../planning/program-memory.js';
import { readEnvironment } from '../../planning/read-environment.js';
import { resolveDirectory } from '../../planning/resolve-directory.js';
import type { Template } from '../../tool-form/compile-template.js';
import { follow, readPointer } from '../../tool-form/json-pointer.js';
import { ToolFormError } from '../../tool-form/tool-form-error.js';
import { isArray, isObject, ownValue, setOwn, type Value, type ValueObject } from '../../tool-form/value.js';
import type { PlanContext, Planner } from '../../vocabulary/command.js';
import type { GateError, Problem } from '../../vocabulary/gate-error.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import { describeFailures } from '../parameters/describe-failures.js';
import { compileLater } from '../parameters/json-schema.js';
import { isAny, planError } from '../parameters/plan-error.js';
import { type ResolvedPaths, resolvePaths } from '../parameters/resolve-paths.js';
import { isNamedBySchema } from '../parameters/schema-at.js';
import { listedPrograms } from './check-program.js';
import type { HandleTemplates } from './compile-templates.js';
import { encodeStdin } from './encode-stdin.js';
import type { Handle, HandleHost, HandleOptions } from './handle.js';
import { namesFromArguments, readWrittenEnvironment, type WrittenEnvironment } from './handle-environment.js';
import { interpretWith } from './interpret-result.js';
import { passedVariables } from './passed-variables.js';
import { resolveCredentials } from './resolve-credentials.js';

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
    memory: new ProgramMemory(),
    written: readWrittenEnvironment(handle.environment),
    passed: passedVariables(options.pass, host.environment),
    interpret: interpretWith(templates.results),
  };
  return (input, context) => {
    const failures = describeFailures(validate(input), input, parameters);
    const paths = resolvePaths(input as ValueObject, handle.input, context.session, options.paths);
    const planning = new Planning(definition, paths, context);
    if (!isAny(failures)) return planning.plan();
    const [first, ...more] = failures;
    return planError([first, ...more, ...planning.findRefusedBeside(failures)], context.secrets);
  };
}

interface Definition extends ReadyHandle {
  readonly programs: ReadonlySet<string>;
  readonly memory: ProgramMemory;
  readonly written: WrittenEnvironment;
  readonly passed: Readonly<Record<string, string>>;
  readonly interpret: ProgramPlan['interpret'];
}

type Environment = Readonly<Record<string, string>>;

/** One call on its way to a plan. Each step gives what it can, so that the next ones find their problems too. */
class Planning {
  readonly #definition: Definition;
  readonly #values: ValueObject;
  readonly #context: PlanContext;
  /** What the caller can change by other arguments. */
  readonly #refused: Problem[];
  readonly #problems: Problem[] = [];
  #secrets: readonly string[];
  /** The names of the variables whose values come from arguments. */
  #decided: readonly string[] = [];
  /** Whether every template gave something: only then it is known what would have been run. */
  #isRendered = true;
  /** For whoever asks what would have been run. */
  #writtenDirectory: string;

  constructor(definition: Definition, { input, problems }: ResolvedPaths, context: PlanContext) {
    this.#definition = definition;
    this.#values = input;
    this.#refused = [...problems];
    this.#context = context;
    this.#secrets = context.secrets;
    this.#writtenDirectory = context.session.directory;
  }

  plan(): ProgramPlan | GateError {
    const { handle, templates, interpret, options } = this.#definition;
    const written = this.#render(templates.command);
    const args = this.#renderArguments(written);
    const directory = this.#directory();
    const program = this.#program(written, directory);
    const declared = this.#environment();
    const stdin = this.#stdin();
    this.#checkTerminal();
    const [refused, ...others] = this.#refused;
    if (refused) return planError([refused, ...others, ...this.#problems], this.#secrets);

    const environment = this.#withCredentials(declared);
    this.#problems.push(...checkVector(args, environment));
    const found = {
      program: program?.program ?? String(written ?? ''),
      args,
      directory: directory ?? this.#writtenDirectory,
      environment,
      decided: this.#decided,
      stdin,
      secrets: this.#secrets,
    };
    const { io } = handle;
    if (program && directory !== undefined && !isAny(this.#problems)) {
      return {
        ...found,
        name: program.name,
        stdout: io.stdout,
        stderr: io.stderr,
        encoding: io.encoding,
        timeoutMs: io.timeoutMs,
        interpret,
        ...(options.sandbox && { sandbox: options.sandbox }),
      };
    }
    const [first, ...more] = this.#problems as [Problem, ...Problem[]];
    const known = this.#isRendered ? { ...first, would_run: describePlan(found) } : first;
    return planError([known, ...more], this.#secrets);
  }

  /** What would be refused of the other arguments, so that a caller hears of everything at once. */
  findRefusedBeside(failures: readonly Problem[]): readonly Problem[] {
    this.#renderArguments();
    const failed = new Set(failures.map(({ field }) => field));
    return this.#refused.filter(({ field }) => field !== 'input' && !failed.has(field));
  }

  #render(template: Template | undefined): Value | undefined {
    const rendered = template?.render(this.#values);
    if (!(rendered instanceof ToolFormError)) return rendered?.value;
    this.#addTemplateProblem(rendered);
    return undefined;
  }

  #renderArguments(program?: Value): readonly string[] {
    const { handle, templates } = this.#definition;
    const blamed = new Set<string>();
    for (let values: Value = this.#values; ; ) {
      const vector = templates.arguments?.renderVector(values, {
        mayLookLikeFlag: (text, argument) => isNamedBySchema(handle.input.schema, argument, text),
        program: typeof program === 'string' ? program : undefined,
      });
      if (!(vector instanceof ToolFormError)) return blamed.size === 0 ? (vector ?? []) : [];
      const { code, argument } = vector;
      if (blamed.size === 0 || code === 'REFUSED_ARGUMENT') this.#addTemplateProblem(vector);
      if (code !== 'REFUSED_ARGUMENT' || argument === undefined || blamed.has(argument)) return [];
      if (blamed.add(argument).size === mostBlamed) return [];
      // Rendered again as if that one were fine, to find the next.
      values = withTextAt(values, readPointer(argument) ?? [], 'x');
    }
  }

  #directory(): string | undefined {
    const { templates, options } = this.#definition;
    const { workspace, directory: base } = this.#context.session;
    const before = this.#found;
    const written = this.#render(templates.directory);
    if (this.#found > before) return undefined;
    if (templates.directory && written === undefined) {
      this.#add('INVALID_RESULT', 'directory', 'The template of the directory yields nothing', 'Give its arguments');
      return undefined;
    }
    if (typeof written === 'string') this.#writtenDirectory = resolve(base, written);
    const resolved = resolveDirectory(written, { base, workspace, paths: options.paths });
    if (resolved.ok) return resolved.directory;
    this.#problems.push(resolved.problem);
    return undefined;
  }

  #program(written: Value | undefined, directory: string | undefined) {
    const { host, options, programs } = this.#definition;
    const { workspace } = this.#context.session;
    if (typeof written !== 'string' || written === '') {
      this.#add('INVALID_RESULT', 'program', 'The template of the command yields no name of a program', askOwner);
      return undefined;
    }
    if (!programs.has(written)) {
      this.#refused.push({
        code: 'REFUSED_ARGUMENT',
        field: 'program',
        message: 'An argument cannot choose a program that the definition does not list',
        hint: askOwner,
      });
      return undefined;
    }
    // Where it would be looked for is not known, and that is told already.
    if (directory === undefined && options.relativePrograms && !written.startsWith('/') && written.includes('/')) {
      return undefined;
    }
    const root = options.paths === 'any' ? '/' : workspace;
    const resolved = this.#definition.memory.resolve(written, {
      searchPath: host.searchPath,
      trust: host.ownSearchPath ? 'all' : { outside: workspace },
      relative: options.relativePrograms && directory !== undefined ? { root, directory } : 'refused',
    });
    if (resolved.ok) return resolved;
    // First of all: without the program nothing else matters.
    this.#problems.unshift(resolved.problem);
    return undefined;
  }

  /** What the gate passes on and what the templates say. */
  #environment(): Environment {
    const { templates, written, options, passed } = this.#definition;
    const rendered = this.#render(templates.environment);
    for (const name of isObject(rendered) ? Object.keys(rendered) : []) {
      if (written.names.has(name)) continue;
      this.#refused.push({
        code: 'REFUSED_ARGUMENT',
        field: 'environment',
        message: 'An argument cannot name an environment variable',
        hint: askOwner,
      });
    }
    const fromArguments = namesFromArguments(rendered, written);
    this.#decided = [...fromArguments];
    return { ...passed, ...this.#readEnvironment(rendered, fromArguments, options.environment) };
  }

  #withCredentials(environment: Environment): Environment {
    const { handle, host, options } = this.#definition;
    const credentials = resolveCredentials(handle.security, host);
    if (!credentials.ok) {
      this.#problems.push(credentials.problem);
      return environment;
    }
    this.#secrets = [...this.#secrets, ...credentials.environment.values()];
    const injected = Object.fromEntries(credentials.environment);
    return Object.assign(
      Object.create(null),
      environment,
      this.#readEnvironment(injected, new Set(), options.environment),
    ) as Environment;
  }

  #readEnvironment(written: unknown, fromArguments: ReadonlySet<string>, allow: readonly string[]): Environment {
    const read = readEnvironment(written, { allow, fromArguments });
    if (read.ok) return read.environment;
    this.#problems.push(...read.problems);
    return {};
  }

  #stdin(): Uint8Array | undefined {
    const { handle, templates } = this.#definition;
    const encoded = encodeStdin(this.#render(templates.stdin), handle.io.encoding);
    if (encoded.ok) return encoded.bytes;
    const hint = 'Give other arguments, or ask the owner to choose an "$encode" for it, such as "json"';
    this.#add('INVALID_RESULT', 'stdin', `What the program would read ${encoded.reason}`, hint);
    return undefined;
  }

  #checkTerminal(): void {
    const { stdout, stderr } = this.#definition.handle.io;
    if (this.#context.terminal || (stdout !== 'inherit' && stderr !== 'inherit')) return;
    const hint = 'Run it at a terminal with cmdgate run, or let the owner change "io" of its definition to "pipe"';
    this.#add('PERMISSION_DENIED', 'io', 'This command writes straight to a terminal, and here is none', hint);
  }

  get #found(): number {
    return this.#refused.length + this.#problems.length;
  }

  #add(code: string, field: string, message: string, hint: string): void {
    this.#problems.push({ code, field, message, hint });
  }

  /** A place in the template, or, where an argument is to blame, that argument with its value. */
  #addTemplateProblem({ code, pointer, message, argument }: ToolFormError): void {
    this.#isRendered = false;
    if (code === 'REFUSED_ARGUMENT') {
      this.#refused.push(this.#blame(message, argument));
      return;
    }
    const where = `${basename(this.#definition.file)}#${pointer}`;
    const hint = code === 'LIMIT_EXCEEDED' ? 'Give shorter values, or fewer' : askOwner;
    this.#add(code, where, `The template at ${where} cannot be used with these arguments. ${message}`, hint);
  }

  #blame(message: string, argument: string | undefined): Problem {
    const names = argument === undefined ? [] : (readPointer(argument) ?? []);
    const parameter = this.#definition.handle.input.parameters.find(({ key }) => key === names[0]);
    const code = 'REFUSED_ARGUMENT';
    const hint = 'Give another value';
    if (!parameter) return { code, field: 'input', message: `An argument cannot be used. ${message}`, hint };
    const value = follow(this.#values, names);
    return {
      code,
      field: parameter.label,
      message: `The ${parameter.label} argument cannot be used. ${message}`,
      ...(!parameter.secret && typeof value === 'string' && { value }),
      hint,
    };
  }
}

const askOwner = 'Give other arguments, or ask the owner to correct the definition';

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
