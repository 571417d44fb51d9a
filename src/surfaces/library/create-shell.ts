// createShell(): shell_cmd for a program that embeds it.

import { formatKeyPath } from '../../documents/format-key-path.js';
import type { ApprovalOptions } from '../../gate/approving/approvals.js';
import { createGate, type Gate } from '../../gate/gate.js';
import type { GateOptions } from '../../gate/gate-options.js';
import { PolicyJudge } from '../../gate/judging/policy-judge.js';
import { openGivenSandbox, type SandboxOption } from '../../gate/opening/open-given-sandbox.js';
import { type LedgerSettings, rememberIn } from '../../gate/opening/remember-in.js';
import { policyCommands } from '../../gate/own-commands/policy-commands.js';
import { localCaller } from '../../gate/session.js';
import { openTrust } from '../../gate/trust/open-trust.js';
import { openFileApprovalStore } from '../../ledger/approvals/file-approval-store.js';
import { ownDirectory } from '../../ledger/own-directory.js';
import { defaultSearchPath } from '../../planning/default-search-path.js';
import type { Policy } from '../../policy/rules/policy.js';
import { readPolicy } from '../../policy/rules/read-policy.js';
import { standardPolicy } from '../../policy/rules/standard-policy.js';
import { renderShellCmd } from '../../renderings/shell-cmd/render-shell-cmd.js';
import { checkOptions, type OptionNames } from '../../shape/check-options.js';
import { shellRequest } from '../../sources/shell/habits.js';
import { shellCommand } from '../../sources/shell/shell-command.js';
import { type ShellHost, usualShell } from '../../sources/shell/shell-host.js';
import type { Approval, ApprovalAnswer } from '../../vocabulary/approval.js';
import { DefinitionError } from '../../vocabulary/definition-error.js';
import type { RunEvent } from '../../vocabulary/event.js';
import type { AskPerson, Caller, CancelResult, CancelTarget, Session } from '../../vocabulary/request.js';
import { type ShellEvent, shellEvents } from './shell-events.js';
import { type ShellResult, toShellResult } from './shell-result.js';
import { openShellSession, type ShellSessionOptions, trustedDirectory } from './shell-session.js';

export interface ShellOptions extends Partial<Pick<ShellHost, 'timeoutMs' | 'maxTimeoutMs' | 'globs' | 'aiCommands'>> {
  /** The trusted directory. */
  readonly workspace: string;
  /** The content of a policy file; by default the built-in policy. */
  readonly policy?: Readonly<Record<string, unknown>>;
  /** What keeps programs inside the workspace; `auto` unless given. */
  readonly sandbox?: SandboxOption;
  /** Keeps the workspace as it was before each program that may change it, for `cmdgate undo`. Not unless given. */
  readonly snapshots?: boolean | 'required';
  /** Asks a person; the first answer of all channels counts. */
  readonly approve?: AskPerson;
  /** Lets `cmdgate approvals` in the workspace answer too, and keeps "always" answers for the next time. */
  readonly approvalFiles?: boolean;
  /** Variables that programs get. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Variables of this process that programs get as well. */
  readonly pass?: readonly string[];
  /** The directories to search for programs; by default those of PATH. */
  readonly path?: readonly string[];
  /** Timeouts, sizes and numbers, as under `limits` in a configuration, with the same defaults. */
  readonly limits?: GateOptions['limits'];
  /** A file that every answer is appended to, one JSON object per line. Without it, and without a ledger, nothing is recorded. */
  readonly audit?: { readonly file: string };
  /** Where everything is recorded, so that `runs` covers all past runs. By default nothing is recorded. */
  readonly ledger?: LedgerSettings;
}

/** The payload of shell_cmd, as its specification has it. */
export interface ShellRequest {
  /** A program, or without `parameters` a whole line as bash would read it. */
  readonly command: string;
  readonly parameters?: readonly string[];
  readonly directory?: string;
  readonly timeout?: number;
  readonly output_format?: 'markdown' | 'json';
  readonly output_detail?: 'minimal' | 'full';
  readonly artifact_paths?: readonly string[];
  readonly stdin?: string;
  /** The result comes at once, and the program goes on. */
  readonly background?: boolean;
  /** A comment for whoever reads along. */
  readonly description?: string;
}

export interface ShellRunOptions {
  /** Where it gives a promise for what a program printed, the program waits for it. */
  readonly onEvent?: (event: ShellEvent) => unknown;
  readonly signal?: AbortSignal;
  readonly session?: Session;
  readonly chat?: string;
  readonly caller?: Caller;
  /** After this time the result tells how far the program is, and it goes on. */
  readonly yieldMs?: number;
}

export interface Shell {
  /** A real path. */
  readonly workspace: string;
  /** For the doors of `cmdgate/mcp`. */
  readonly gate: Gate;
  /** Never rejects: whatever is wrong is in the result. */
  run(request: ShellRequest, options?: ShellRunOptions): Promise<ShellResult>;
  openSession(options?: ShellSessionOptions): Session;
  /** Stops one run, those of a chat or those of a session. */
  cancel(target: CancelTarget): CancelResult;
  /** What waits for a person. */
  pendingApprovals(): Promise<readonly Approval[]>;
  answerApproval(
    id: string,
    answer: ApprovalAnswer,
  ): Promise<'answered' | 'not_found' | 'already_answered' | 'expired'>;
  /** Ends what still runs, and resolves when it is gone. */
  close(): Promise<void>;
}

/** Throws a TypeError for options that are none, and a DefinitionError with everything that is wrong with the policy. */
export function createShell(options: ShellOptions): Shell {
  checkShellOptions(options);
  const workspace = trustedDirectory(options.workspace, 'the shell');
  const searchPath = options.path ?? defaultSearchPath(process.env);
  const store = options.approvalFiles ? openFileApprovalStore({ directory: ownDirectory(workspace) }) : undefined;
  const approvals: ApprovalOptions = { store, askOwner: options.approve };
  const { timeoutMs, maxTimeoutMs, globs, aiCommands, environment: set = {}, pass = [] } = options;
  const host: ShellHost = {
    ...usualShell,
    searchPath,
    ownSearchPath: options.path !== undefined,
    environment: process.env,
    pass,
    set,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(maxTimeoutMs !== undefined && { maxTimeoutMs }),
    ...(globs !== undefined && { globs }),
    ...(aiCommands && { aiCommands: { ...usualShell.aiCommands, ...aiCommands } }),
  };
  const judge = new PolicyJudge({ policy: policyOf(options.policy), searchPath, store });
  const gate = createGate({
    commands: { commands: [], groups: [] },
    workspace,
    shell: shellCommand(host),
    judge,
    trust: openTrust({ workspace, about: (run) => judge.aboutQuestion(run) }),
    ...(options.snapshots && { snapshots: options.snapshots === true ? 'on' : options.snapshots }),
    policyCommands,
    approvals,
    ...(options.limits && { limits: options.limits }),
    ...rememberIn(workspace, options),
    ...openGivenSandbox(options.sandbox ?? 'auto', workspace, options),
  });
  const usual = openShellSession(workspace);
  return {
    workspace,
    gate,
    run: (request, { session = usual, caller = localCaller, onEvent, ...rest } = {}) => {
      const tell = shellEvents(session.id, rest.chat);
      const listen = (event: RunEvent) => {
        const told = tell(event);
        return told && onEvent?.(told);
      };
      const input = request as unknown as Readonly<Record<string, unknown>>;
      const line = shellRequest(input);
      return gate
        .run({ line, door: 'library', caller, session, ...rest, ...(onEvent && { onEvent: listen }) })
        .then((outcome) => toShellResult(outcome, renderShellCmd(outcome, formOf(request))));
    },
    openSession: (given) => openShellSession(workspace, given),
    cancel: (target) => gate.cancel(target),
    pendingApprovals: async () => (await gate.approvals()).list(),
    answerApproval: async (id, answer) => (await gate.approvals()).answer(id, answer),
    close: () => gate.close(),
  };
}

/** A form that is none is told with the rest of what is wrong, in the usual form. */
function formOf(request: ShellRequest | undefined) {
  return {
    format: request?.output_format === 'json' ? 'json' : 'markdown',
    detail: request?.output_detail === 'full' ? 'full' : 'minimal',
  } as const;
}

function policyOf(rules: ShellOptions['policy']): Policy {
  if (rules === undefined) return standardPolicy();
  const problems: { where: string; message: string; fix: string }[] = [];
  const policy = readPolicy(rules, (path, { message, fix }) => {
    problems.push({ where: formatKeyPath(['policy', ...path]), message, fix });
  });
  if (!policy || problems.length > 0) throw new DefinitionError(problems);
  return policy;
}

const known: OptionNames<ShellOptions> = {
  ...{ workspace: true, policy: true, approve: true, approvalFiles: true, environment: true, pass: true, path: true },
  ...{ limits: true, audit: true, ledger: true, sandbox: true, snapshots: true },
  ...{ timeoutMs: true, maxTimeoutMs: true, globs: true, aiCommands: true },
};

function checkShellOptions(options: ShellOptions): void {
  checkOptions('createShell', options, known);
  if (typeof options?.workspace !== 'string') {
    throw new TypeError('createShell needs a trusted directory: createShell({ workspace: "." }).');
  }
}
