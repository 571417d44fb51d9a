// createGate(): everything that a configuration describes, for a program that embeds it.
import { nearestOf } from '../../command-line/nearest.js';
import type { ConfigurationFile } from '../../configuration/configuration-shape.js';
import type { Gate } from '../../gate/gate.js';
import { localCaller, openSession } from '../../gate/session.js';
import { checkOptions, type OptionNames } from '../../shape/check-options.js';
import type { RunEvent } from '../../vocabulary/event.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { type Outcome, snapshot } from '../../vocabulary/outcome.js';
import type { AskPerson, Caller, CancelResult, CancelTarget, RequestLine, Session } from '../../vocabulary/request.js';

export interface CreateGateOptions {
  /** A configuration file, or its content. */
  readonly config: string | ConfigurationFile;
  /** Where relative paths start; the current directory unless given. */
  readonly directory?: string;
  /** Where `env:` references, PATH and what handles pass on are looked up; the process's own unless given. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Asks a person; the first answer of all channels counts. */
  readonly approve?: AskPerson;
}

/** Words as a shell gives them, one line as an agent writes it, or a command's path with its input object. */
export type GateRequest =
  | string
  | readonly string[]
  | { readonly path: string | readonly string[]; readonly input?: Readonly<Record<string, unknown>> };

export interface RunOptions {
  /** A caller of the configuration by its name, or any other; the local one, who may do everything, unless given. */
  readonly caller?: string | Caller;
  readonly session?: Session;
  readonly signal?: AbortSignal;
  readonly dryRun?: boolean;
  /** Where it gives a promise for what a program printed, the program waits for it. */
  readonly onEvent?: (event: RunEvent) => unknown;
  /** The conversation that it belongs to. */
  readonly chat?: string;
  /** After this time the outcome tells how far a program is, and it goes on. */
  readonly yieldMs?: number;
}

export interface ConfiguredGate {
  readonly name: string;
  /** A real path. */
  readonly workspace: string;
  /** What the owner should know, such as handles that could not be loaded. */
  readonly warnings: readonly string[];
  /** For the doors of `cmdgate/mcp`. */
  readonly gate: Gate;
  /** A session whose relative paths start in `directory`, inside the workspace. */
  openSession(directory?: string): Session;
  /** Never rejects: whatever is wrong is an outcome. */
  run(request: GateRequest, options?: RunOptions): Promise<Outcome>;
  /** Stops one run, those of a chat or those of a session. */
  cancel(target: CancelTarget): CancelResult;
  /** Ends what still runs, and resolves when it is gone. */
  close(): Promise<void>;
}

/** Throws a ConfigurationError or a DefinitionError with everything that is wrong. */
export async function createGate(options: CreateGateOptions): Promise<ConfiguredGate> {
  checkGateOptions(options);
  // Most programs that use the library have no configuration file, and need nothing that reads one.
  const [{ loadConfiguration, readSettings }, { openConfiguredGate }] = await Promise.all([
    import('../../configuration/load-configuration.js'),
    import('../../gate/opening/open-configured-gate.js'),
  ]);
  const { config, directory = process.cwd(), environment = process.env } = options;
  const configuration =
    typeof config === 'string'
      ? await loadConfiguration({ file: config, directory, environment })
      : readSettings(config, { directory, environment });
  if (!configuration) throw new TypeError(`The configuration ${JSON.stringify(config)} does not exist.`);
  const { gate } = await openConfiguredGate(configuration, {
    ...{ owns: 'runs', environment, askOwner: options.approve },
  });
  const usual = openSession(gate.workspace);
  const callers = new Map(configuration.callers.map(({ caller }) => [caller.name, caller]));
  return {
    name: gate.name,
    workspace: gate.workspace,
    warnings: gate.warnings,
    gate,
    openSession: (from) => openSession(gate.workspace, from),
    run: (request, { caller: given, session = usual, signal, dryRun, onEvent, chat, yieldMs } = {}) => {
      const caller = given === undefined ? localCaller : typeof given === 'string' ? callers.get(given) : given;
      const asked = {
        line: toLine(request),
        door: 'library',
        session,
        signal,
        dryRun,
        onEvent,
        chat,
        yieldMs,
      } as const;
      if (caller) return gate.run({ ...asked, caller }).then(withFactsAlone);
      const refused = { ...asked, caller: { name: String(given), may: [] } };
      return gate.refuse(refused, unknownCaller(String(given), callers)).then(withFactsAlone);
    },
    cancel: (target) => gate.cancel(target),
    close: () => gate.close(),
  };
}

/** What a run knows of itself, secrets included, stays in the gate. */
function withFactsAlone(outcome: Outcome): Outcome {
  return { ...outcome, run: snapshot(outcome.run) };
}

/** The type says what a request is; a program says what it likes, and what is none is told as a word that is no text. */
function toLine(request: GateRequest): RequestLine {
  if (typeof request === 'string' || Array.isArray(request)) return request;
  if (typeof request !== 'object' || request === null || !('path' in request)) return [request as unknown as string];
  const { path, input = {} } = request;
  if (Array.isArray(path)) return { path, input };
  return typeof path === 'string'
    ? { path: path.split(' ').filter((word) => word !== ''), input }
    : [path as unknown as string];
}

function unknownCaller(name: string, callers: ReadonlyMap<string, Caller>): GateError {
  const nearest = nearestOf(name, [...callers.keys()]);
  return new GateError('PERMISSION_DENIED', `Permission denied: there is no caller ${JSON.stringify(name)}`, {
    hint: nearest
      ? `Did you mean '${nearest}'?`
      : 'Use one of the callers in the configuration, or leave the caller out',
  });
}

const known: OptionNames<CreateGateOptions> = { config: true, directory: true, environment: true, approve: true };

function checkGateOptions(options: CreateGateOptions | undefined): void {
  checkOptions('createGate', options, known);
  const config = options?.config;
  if (typeof config === 'string' || (typeof config === 'object' && config !== null)) return;
  throw new TypeError('createGate needs a configuration: createGate({ config: "cmdgate.config.json" }).');
}
