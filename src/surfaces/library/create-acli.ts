import { realpathSync } from 'node:fs';
import { createGate, type Gate } from '../../gate/gate.js';
import type { GateOptions } from '../../gate/gate-options.js';
import { openGivenSandbox, type SandboxOption } from '../../gate/opening/open-given-sandbox.js';
import { type LedgerSettings, rememberIn } from '../../gate/opening/remember-in.js';
import { localCaller } from '../../gate/session.js';
import { type CallToolResult, toCallToolResult } from '../../renderings/mcp-result.js';
import { type CliTool, cliTool } from '../../renderings/tools/cli-tool.js';
import { checkOptions, type OptionNames } from '../../shape/check-options.js';
import type { CommandDefinitions } from '../../sources/typescript/definition.js';
import { readDefinitions } from '../../sources/typescript/read-definitions.js';
import type { Inferred, TypedDefinitions } from '../../sources/typescript/typed-definition.js';
import type { RunEvent } from '../../vocabulary/event.js';
import type { AskPerson, Caller, Request, Session } from '../../vocabulary/request.js';
import { isPlanCall, runCall } from '../exec/run-call.js';

export interface AcliOptions
  extends Pick<
    GateOptions,
    'name' | 'version' | 'description' | 'title' | 'website' | 'icons' | 'tools' | 'logs' | 'allow' | 'deny' | 'limits'
  > {
  /** The trusted directory; the current one unless given. */
  readonly workspace?: string;
  /** A file that every answer is appended to, one JSON object per line. Without it, and without a ledger, nothing is recorded. */
  readonly audit?: { readonly file: string } | false;
  /** Where everything is recorded, so that `runs` covers all past runs. By default nothing is recorded. */
  readonly ledger?: LedgerSettings;
  /** Whether commands must declare danger, exit codes and scopes, and report their effect. */
  readonly strict?: boolean;
  /** What keeps the programs of handlers inside the workspace; `auto` unless given. */
  readonly sandbox?: SandboxOption;
  /** Asks a person whether something destructive may run; without it, it may not. */
  readonly approve?: AskPerson;
}

export interface ExecuteInput {
  readonly command: string;
}

export interface ExecuteOptions {
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
  readonly caller?: Caller;
  readonly chat?: string;
}

export interface Acli {
  readonly name: 'cli';
  readonly description: string;
  readonly inputSchema: CliTool['inputSchema'];
  /** For the doors of `cmdgate/mcp`. */
  readonly gate: Gate;
  /** Never rejects: whatever is wrong is in the result. */
  execute(input: ExecuteInput, options?: ExecuteOptions): Promise<CallToolResult>;
  close(): Promise<void>;
}

/** The one `cli` tool over these commands, ready to be registered with any MCP server. Throws a DefinitionError. */
export function createAcli<const C>(commands: Inferred<C, TypedDefinitions<C>>, options: AcliOptions = {}): Acli {
  checkAcliOptions(options);
  const { workspace: directory = process.cwd(), audit, ledger, approve, strict, sandbox = 'auto', ...rest } = options;
  const workspace = realpathSync(directory);
  const gate = createGate({
    ...rest,
    commands: readDefinitions(commands as CommandDefinitions, { strict }),
    workspace,
    ...rememberIn(workspace, { ledger, audit }),
    ...openGivenSandbox(sandbox, workspace, { ledger, audit }),
    approvals: { askOwner: approve },
  });
  const session: Session = { id: 'library', workspace, directory: workspace };
  return {
    ...cliTool,
    gate,
    execute: (input, options) => {
      // Written out, not spread: this is on the way of every call.
      const request: Request = {
        line: lineOf(input),
        door: 'library',
        caller: options?.caller ?? localCaller,
        session,
        signal: options?.signal,
        onEvent: options?.onEvent,
        chat: options?.chat,
      };
      if (isPlanCall(request.line)) return runCall(gate, request).then(toCallToolResult);
      return gate.run(request).then(toCallToolResult);
    },
    close: () => gate.close(),
  };
}

/** The type says string; an agent says what it likes, and what is no text is told to it as such. */
function lineOf(input: unknown): string | readonly string[] {
  try {
    const { command } = input as ExecuteInput;
    return typeof command === 'string' ? command : [undefined as unknown as string];
  } catch {
    return [undefined as unknown as string];
  }
}

const known: OptionNames<AcliOptions> = {
  ...{ name: true, version: true, description: true, allow: true, deny: true, limits: true, workspace: true },
  ...{ audit: true, ledger: true, approve: true, strict: true, sandbox: true },
  ...{ title: true, website: true, icons: true, tools: true, logs: true },
};

function checkAcliOptions(options: AcliOptions): void {
  checkOptions('createAcli', options, known);
  if (options.audit && typeof options.audit.file !== 'string') {
    throw new TypeError('createAcli needs the path of the audit log: audit: { file }.');
  }
}
