import { realpathSync } from 'node:fs';
import { createGate, type GateOptions } from '../../gateway/gate.js';
import type { LedgerSettings, rememberIn } from '../../gateway/remember-in.js';
import { localCaller } from '../../gateway/session.js';
import { openAuditLog } from '../../ledger/audit-log.js';
import { describeRoot } from '../../registry/describe-help.js';
import type { CommandDefinitions } from '../../sources/typescript/definition.js';
import { readDefinitions } from '../../sources/typescript/read-definitions.js';
import type { AskPerson } from '../../vocabulary/request.js';
import { variablesRead } from '../../vocabulary/variables.js';
import { endWith } from './end-with.js';
import { invocationOf } from './invocation.js';
import { prefixOf } from './own-variables.js';
import { processIo } from './process-io.js';
import { type Program, runProgram } from './program.js';

export interface RunCliOptions extends Pick<GateOptions, 'version' | 'description' | 'allow' | 'deny' | 'limits'> {
  readonly name: string;
  readonly commands: CommandDefinitions;
  /** The words after the program's name; those of this process unless given. */
  readonly words?: readonly string[];
  /** The trusted directory; the current one unless given. */
  readonly workspace?: string;
  /** Where executions are recorded; a command line records none unless it is told where. */
  readonly audit?: { readonly file: string };
  /** Where everything is remembered, so that `runs` goes over all that ever ran. Nowhere unless given. */
  readonly ledger?: LedgerSettings;
  /** Whether commands must declare danger, exit codes and scopes, and tell their effect; destructive ones want
   * `--confirm-destructive`. */
  readonly strict?: boolean;
  /** Asks a person before something destructive runs. At a terminal, whoever sits there is asked in any case. */
  readonly approve?: AskPerson;
}

/** A command line that remembers nothing need not know how. */
async function remember(...about: Parameters<typeof rememberIn>): Promise<ReturnType<typeof rememberIn>> {
  return (await import('../../gateway/remember-in.js')).rememberIn(...about);
}

const advice = 'Run it at a terminal: whoever sits there is asked';

/** Runs the user's own command line over these commands, then ends the process with its exit code. */
export async function runCli(options: RunCliOptions): Promise<never> {
  const { name, commands, words = process.argv.slice(2), audit, ledger, approve, strict, ...rest } = options;
  const workspace = realpathSync(options.workspace ?? process.cwd());
  const io = processIo(words, name);
  const ofGate = { ...rest, name, workspace };
  const read = () => readDefinitions(commands, { strict });
  const program: Program = {
    name,
    version: options.version ?? '0.0.0',
    description: options.description ?? `The commands of ${name}`,
    invocation: invocationOf(name, io.directory),
    direct: true,
    describeCommands: () => {
      const gate = createGate({ ...ofGate, commands: read() });
      return describeRoot(gate.registry, gate, (command) => gate.mayRun(localCaller, command));
    },
    open: async () => ({
      gate: createGate({
        ...ofGate,
        commands: read(),
        ...(ledger ? await remember(workspace, ledger, audit) : audit && { audit: openAuditLog(audit.file) }),
        owns: 'process',
        approvals: { askOwner: approve, advice },
        variables: variablesRead(prefixOf(name)),
      }),
      callers: [],
      http: undefined,
      configFile: undefined,
      ...(options.workspace !== undefined && { projectRoot: workspace }),
    }),
  };
  return await endWith(runProgram(program, words, io));
}
