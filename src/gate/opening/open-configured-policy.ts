// What a configuration says about who may do what: the policy, the people who are asked, and `shell`.

import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Configuration, ConfiguredNotify } from '../../configuration/configuration.js';
import type { Environment } from '../../configuration/resolve-secret.js';
import { openFileApprovalStore } from '../../ledger/approvals/file-approval-store.js';
import { ownDirectory } from '../../ledger/own-directory.js';
import { isInside } from '../../machine/paths/is-inside.js';
import { realPathFrom } from '../../machine/paths/real-path.js';
import { defaultSearchPath } from '../../planning/default-search-path.js';
import { findIdlePatterns, findIdleShell } from '../../policy/rules/idle-patterns.js';
import { shellCommand } from '../../policy/rules/rule.js';
import type { Command } from '../../vocabulary/command.js';
import type { TellNotice } from '../approving/notice.js';
import type { GateOptions } from '../gate-options.js';
import { type JudgedBy, PolicyJudge } from '../judging/policy-judge.js';
import { Lazy } from '../lazy.js';
import { policyCommands } from '../own-commands/policy-commands.js';
import type { GateFiles } from '../trust/gate-files.js';
import { openTrust } from '../trust/open-trust.js';
import { loadConfiguredPolicy } from './load-configured-policy.js';

export interface ConfiguredPolicyParts
  extends Required<Pick<GateOptions, 'judge' | 'trust' | 'policyCommands' | 'approvals'>> {
  readonly shell: Command | undefined;
  /** Whether the policy names this command as one that may use a shell. */
  mayUseShell(path: readonly string[]): boolean;
  readonly judgedBy: JudgedBy;
  /** What the gate obeys. */
  readonly files: GateFiles;
  /** From now on the judge judges by that policy, and what is watched for trust is what that configuration names. */
  follow(next: Pick<ConfiguredPolicyParts, 'judgedBy' | 'files'>): void;
  /** Rules that mean no command that exists: what protects nothing is told. */
  findIdle(commands: readonly Command[]): readonly string[];
}

const advice =
  "A person can approve it with 'cmdgate approvals' in another terminal of the workspace, or allow it by a rule of the policy";

/** Throws a ConfigurationError with everything that is wrong with the policy. */
export async function openConfiguredPolicy(
  configuration: Configuration,
  environment: Environment,
  isUnguarded = false,
): Promise<ConfiguredPolicyParts> {
  const { workspace, programPath, approvals, shell } = configuration;
  const store = openFileApprovalStore({ directory: configuration.approvals.directory ?? ownDirectory(workspace) });
  const policy = await loadConfiguredPolicy(configuration);
  const searchPath = programPath ?? defaultSearchPath(environment);
  const judgedBy = { policy, searchPath, owners: ownersFiles(configuration), isUnguarded };
  const judge = new PolicyJudge({ ...judgedBy, store });
  let files = trustedFiles(configuration);
  const trust = openTrust({ workspace, files: () => files, about: (run) => judge.aboutQuestion(run) });
  return {
    judge,
    judgedBy,
    files,
    trust,
    follow: (next) => {
      judge.judgeBy(next.judgedBy);
      files = next.files;
      trust.findAgain();
    },
    policyCommands,
    approvals: {
      ...{ store, advice },
      ...(approvals.expiresMs !== undefined && { expiresMs: approvals.expiresMs }),
      ...(approvals.notify && { notify: notifier(approvals.notify, configuration, environment) }),
    },
    mayUseShell: (path) => policy.mayUseShell(path),
    findIdle: (commands) => [
      ...findIdlePatterns(policy, commands)
        .filter(({ pattern }) => pattern !== shellCommand)
        .map(({ rule, pattern }) => `The policy rule "${rule}" has "${pattern}", which matches no command.`),
      ...findIdleShell(policy, commands).map(
        (name) => `"shell" of the policy has "${name}", which matches no command.`,
      ),
    ],
    shell: shell.enabled ? await shellOf(configuration, environment) : undefined,
  };
}

/** Loaded with the first question. */
function notifier({ command, url }: ConfiguredNotify, { file }: Configuration, environment: Environment): TellNotice {
  const opened = new Lazy(async () => {
    const { openOwnerNotifier } = await import('../approving/owner-notifier.js');
    return openOwnerNotifier({ command, url: url?.reveal(), directory: dirname(file), environment });
  });
  return async (notice) => await (await opened.get())(notice);
}

async function shellOf(configuration: Configuration, environment: Environment): Promise<Command> {
  const { loadConfiguredShell } = await import('./load-configured-shell.js');
  return loadConfiguredShell(configuration, environment);
}

/** The same by what it means when one changes. */
export function trustedFiles(configuration: Configuration): GateFiles {
  const { file, policy } = configuration;
  const named = [file, ...(policy && 'file' in policy ? [policy.file] : [])];
  const others = ownersFiles(configuration).filter((path) => !named.includes(path));
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  // What a program gives in place of a file has no file.
  const rules = named.filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  return { rules, sources: others.filter((path) => !isFolder(path)), folders: others.filter(isFolder) };
}

/** What tells the gate what to do. A new file beside a module, a handle or a manual may be one tomorrow. */
export function ownersFiles(configuration: Configuration): readonly string[] {
  const { file, policy, commandFiles, handles, utcp, workspace } = configuration;
  const manuals = utcp.flatMap(({ from }) => ('files' in from ? from.files : []));
  const sources = [...commandFiles, ...handles.flatMap(({ files }) => files), ...manuals];
  const folders = sources.map((source) => dirname(source)).filter((folder) => isInside(folder, workspace));
  const rules = policy && 'file' in policy ? [policy.file] : [];
  const printers = filesStartedUnjudged(configuration);
  return [...new Set([file, ...rules, ...sources, ...printers, ...folders.filter((folder) => folder !== workspace)])];
}

/** Programs that the gate starts for its owner, unjudged, and the scripts that they are given: each word that names a file. */
function filesStartedUnjudged({
  file,
  utcp,
  workspace,
  programPath = [],
  approvals,
}: Configuration): readonly string[] {
  const words = [
    ...utcp.flatMap(({ from }) => ('command' in from ? from.command : [])),
    ...(approvals.notify?.command ?? []),
  ];
  return words
    .flatMap((word) => [dirname(file), ...programPath].map((directory) => resolve(directory, word)))
    .flatMap((path) => realPathFrom('/', path) ?? [])
    .filter(({ real, entry }) => isInside(real, workspace) && entry?.isFile())
    .map(({ real }) => real);
}
