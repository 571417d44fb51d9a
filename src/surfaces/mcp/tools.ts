import type { Tool } from '@modelcontextprotocol/server';
import type { Gate } from '../../gate/gate.js';
import { type CallToolResult, toCallToolResult } from '../../renderings/mcp-result.js';
import { renderShellCmd } from '../../renderings/shell-cmd/render-shell-cmd.js';
import { cliTool } from '../../renderings/tools/cli-tool.js';
import { listedTools, offeredTools } from '../../renderings/tools/offered-tools.js';
import { shellCmdTool } from '../../renderings/tools/shell-cmd-tool.js';
import { shellRequest } from '../../sources/shell/habits.js';
import type { GateError } from '../../vocabulary/gate-error.js';
import type { OfferedAs } from '../../vocabulary/introduction.js';
import type { Outcome } from '../../vocabulary/outcome.js';
import type { Caller, RequestLine } from '../../vocabulary/request.js';
import { readCommand } from './read-command.js';

type Arguments = Readonly<Record<string, unknown>> | undefined;

/** One tool of the server: how its arguments become a request, and an outcome its answer. */
export interface GateTool {
  readonly definition: Tool;
  /** An error where nothing in the arguments could be given to the gate. */
  read(given: Arguments): RequestLine | GateError;
  /** Keeps nothing of the arguments but how they want the answer: it may be needed long after the call. */
  renderFor(given: Arguments): (outcome: Outcome) => CallToolResult;
}

const cli: GateTool = {
  definition: cliTool,
  read: readCommand,
  renderFor: () => toCallToolResult,
};

const shellCmd: GateTool = {
  definition: shellCmdTool,
  // The gate knows the parameters, and tells everything that is wrong with them at once.
  read: (given) => shellRequest(given ?? {}),
  renderFor: (given) => {
    const form = {
      format: given?.output_format === 'json' ? 'json' : 'markdown',
      detail: given?.output_detail === 'full' ? 'full' : 'minimal',
    } as const;
    return (outcome) => {
      const { text, isError } = renderShellCmd(outcome, form);
      return { content: [{ type: 'text', text }], isError };
    };
  },
};

type OfferingGate = Pick<Gate, 'registry' | 'mayRun' | 'introduction'>;

/** What one caller is offered. Nothing is worked out before a client asks: over HTTP each request has a server. */
export class ToolOffer {
  readonly #caller: Caller;
  readonly #gate: OfferingGate;
  readonly #offeredAs: OfferedAs | undefined;

  /** `offeredAs` is what the gate says unless given. */
  constructor(caller: Caller, gate: OfferingGate, offeredAs: OfferedAs | undefined) {
    this.#caller = caller;
    this.#gate = gate;
    this.#offeredAs = offeredAs;
  }

  /** As everything here, that of the moment: a reload may change it. */
  get own(): readonly GateTool[] {
    return offeredTools(this.#caller, this.#gate).map((offered) => (offered === shellCmdTool ? shellCmd : cli));
  }

  get each(): boolean {
    return (this.#offeredAs ?? this.#gate.introduction.tools) === 'each';
  }

  get offersShell(): boolean {
    return this.own.length > 1;
  }

  list(): readonly Tool[] {
    return listedTools(this.#caller, this.#gate, this.each ? 'each' : 'one') as readonly Tool[];
  }

  async find(name: string): Promise<GateTool | undefined> {
    const own = this.own.find(({ definition }) => definition.name === name);
    if (own || !this.each) return own;
    const { findCommandTool } = await import('./each/command-tools.js');
    return findCommandTool(this.#caller, this.#gate, name);
  }
}
