// A manual with the gate that runs its tools. The gate is opened with the first call.

import { resolve } from 'node:path';
import { createGate, type Gate } from '../../../gate/gate.js';
import { defaultLimits } from '../../../gate/limits.js';
import { rememberIn } from '../../../gate/opening/remember-in.js';
import { unavailable } from '../../../gate/refusals.js';
import { localCaller } from '../../../gate/session.js';
import { resolveAnywhereInside } from '../../../policy/path-scope.js';
import type { DefinitionProblem } from '../../../sources/parameters/definition-report.js';
import type { LoadedManual } from '../../../sources/utcp/load-manuals.js';
import type { Tool, UtcpHost } from '../../../sources/utcp/tool.js';
import { utcpCommands } from '../../../sources/utcp/utcp-command.js';
import { GateError } from '../../../vocabulary/gate-error.js';
import { longestDelayMs } from '../../../vocabulary/longest-delay.js';
import { newId } from '../../../vocabulary/new-id.js';
import { failedAtTheDoor, type Outcome } from '../../../vocabulary/outcome.js';
import type { Request, Session } from '../../../vocabulary/request.js';
import { trustedDirectory } from '../shell-session.js';
import type { Manual, ManualTool } from './manual.js';
import { type LoadOptions, withoutManual } from './manual-settings.js';

export interface Surroundings {
  readonly options: LoadOptions;
  readonly host: UtcpHost;
  /** The workspace, or where calls start that have none; a real path. */
  readonly directory: string;
}

export interface ToolCall extends Pick<Request, 'signal' | 'onEvent'> {
  readonly timeoutMs: number | undefined;
  readonly directory: string | undefined;
}

export class OpenManual implements Manual {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly ManualTool[];
  readonly problems: readonly DefinitionProblem[];
  readonly #loaded: LoadedManual;
  readonly #surroundings: Surroundings;
  readonly #sessionId = `session_${newId()}`;
  #gate: Gate | undefined;
  #closed = false;

  constructor(loaded: LoadedManual, problems: readonly DefinitionProblem[], surroundings: Surroundings) {
    this.name = loaded.name;
    this.description = loaded.description;
    this.tools = loaded.tools.map(describeTool);
    this.problems = problems;
    this.#loaded = loaded;
    this.#surroundings = surroundings;
  }

  /** Never rejects: whatever is wrong is an outcome. */
  async call(name: string, input: Readonly<Record<string, unknown>>, call: ToolCall): Promise<Outcome> {
    if (this.#closed) return failedAtTheDoor(unavailable('the manual was closed'), name);
    this.#gate ??= this.#open();
    const tool = this.#find(name);
    const { signal, onEvent } = call;
    const request = {
      line: { path: tool?.path ?? [this.name, name], input },
      door: 'library',
      caller: localCaller,
      signal,
      onEvent,
      // The result is all that its reader gets; `limits.outputBytes` bounds it.
      responseBytes: Number.MAX_SAFE_INTEGER,
    } as const;
    const session = this.#sessionFor(tool, call);
    if (session instanceof GateError) return this.#gate.refuse({ ...request, session: this.#session() }, session);
    return this.#gate.run({ ...request, session });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#gate?.close();
  }

  /** A tool is known as its manual calls it and as a command line does, each with or without the manual's name. */
  #find(name: string): Tool | undefined {
    const plain = withoutManual(name, this.name);
    const { tools } = this.#loaded;
    const isCalled = (tool: Tool) => withoutManual(tool.name, this.name) === plain;
    return tools.find(isCalled) ?? tools.find(({ path }) => path[1] === plain);
  }

  #open(): Gate {
    const { options, host, directory } = this.#surroundings;
    const { limits = {}, approve } = options;
    const { outputBytes = defaultLimits.outputBytes } = limits;
    return createGate({
      commands: utcpCommands([this.#loaded], host),
      workspace: directory,
      limits: { timeoutMs: longestDelayMs, previewBytes: outputBytes, ...limits },
      approvals: { askOwner: approve },
      ...rememberIn(directory, options),
    });
  }

  #session(directory = this.#surroundings.directory, workspace = this.#surroundings.directory): Session {
    return { id: this.#sessionId, workspace, directory };
  }

  #sessionFor(tool: Tool | undefined, { timeoutMs, directory }: ToolCall): Session | GateError {
    const session = directory === undefined ? this.#session() : this.#sessionIn(directory);
    if (session instanceof GateError) return session;
    const limit = timeoutMs ?? tool?.template.timeoutMs ?? defaultLimits.timeoutMs;
    return { ...session, limits: { timeoutMs: limit } };
  }

  #sessionIn(directory: string): Session | GateError {
    const { options, directory: base } = this.#surroundings;
    if (options.workspace !== undefined) {
      const found = resolveAnywhereInside(directory, this.#session());
      if (!('path' in found)) {
        return new GateError('PATH_TRAVERSAL_BLOCKED', `The directory ${found.reason}`, {
          hint: 'Name a directory inside the workspace',
        });
      }
    }
    try {
      const real = trustedDirectory(resolve(base, directory), 'the call');
      return options.workspace === undefined ? this.#session(real, real) : this.#session(real);
    } catch {
      return new GateError('DIRECTORY_NOT_FOUND', `There is no directory ${JSON.stringify(directory)}`, {
        hint: 'Name a directory that exists',
      });
    }
  }
}

function describeTool({ name, description, input, outputs, tags, template }: Tool): ManualTool {
  return { name, description, inputs: input.schema, outputs, tags, form: template.form };
}
