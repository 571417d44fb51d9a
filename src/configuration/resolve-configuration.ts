import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { KeyPath } from '../documents/document.js';
import { quoteForReport } from '../documents/quote-for-report.js';
import { toReason } from '../documents/to-reason.js';
import { findMissingDriver } from '../ledger/index/postgresql/find-driver.js';
import { isInReachOfAgents, ofInstance, ownDirectory } from '../ledger/own-directory.js';
import type { Report } from '../shape/shape.js';
import { usualShell } from '../sources/shell/shell-host.js';
import type { SandboxChoice } from '../vocabulary/sandbox.js';
import type { Configuration, ConfiguredCaller, ConfiguredHandles, ConfiguredOAuth } from './configuration.js';
import type { ConfigurationFile } from './configuration-shape.js';
import { fetchSecret, isReference } from './fetch-secret.js';
import { defaultHost } from './keys/http.js';
import { documents, type FileKind, resolveFiles } from './resolve-files.js';
import { resolveOwnSandbox, resolveSandboxSetup } from './resolve-sandbox.js';
import { resolveSecret } from './resolve-secret.js';
import { resolveUtcp } from './resolve-utcp.js';
import { Secret } from './secret.js';
import { at, type Surroundings } from './surroundings.js';

/** Turns what stands in the file into what it means here: directories, modules and secrets are looked up. */
export function resolveConfiguration(settings: ConfigurationFile, surroundings: Surroundings): Configuration {
  const workspace = resolveWorkspace(settings.workspace, surroundings);
  const callers = resolveCallers(settings.callers ?? {}, surroundings);
  const {
    host = defaultHost,
    port,
    allowedHosts = [],
    allowedOrigins = [],
    requests,
    connections,
  } = settings.http ?? {};
  const token = fetchSecret(settings.http?.token, ['http', 'token'], surroundings);
  refuseSharedTokens(callers, token, surroundings.report);
  const credential = credentialsOf(settings.credentials ?? {}, surroundings);
  const sandbox = resolveSandboxSetup(settings.sandbox ?? 'auto', surroundings);
  const utcp = resolveUtcp(settings.utcp ?? [], sandbox, surroundings);
  return {
    file: surroundings.file,
    name: settings.name,
    version: settings.version,
    description: settings.description,
    introduction: resolveIntroduction(settings),
    workspace,
    ...(settings.workspace !== undefined && { projectRoot: workspace }),
    ...resolveModules(settings.commands ?? [], surroundings),
    handlerProcess: settings.handlerProcess ?? true,
    strict: settings.strict ?? false,
    handles: resolveHandles(settings.handles ?? [], sandbox, surroundings),
    utcp: utcp.manuals,
    programPath: resolveProgramPath(settings.programs?.path, surroundings),
    credential,
    warnings: [...missingCredentials(Object.keys(settings.credentials ?? {}), credential), ...utcp.warnings],
    allow: settings.allow ?? 'everything',
    deny: settings.deny ?? [],
    callers,
    limits: settings.limits ?? {},
    programEnvironment: resolveVariables(settings.programs?.environment ?? {}, surroundings),
    programPass: settings.programs?.pass ?? [],
    shell: checkedShell(settings.shell ?? {}, surroundings.report),
    sandbox,
    snapshots: resolveSnapshots(settings),
    policy: resolvePolicy(settings.policy, surroundings),
    approvals: resolveApprovals(settings.approvals ?? {}, surroundings),
    instance: surroundings.instance,
    ledger: resolveLedger(settings, workspace, surroundings),
    http: {
      ...{ host, port, token, allowedHosts, allowedOrigins },
      ...(requests !== undefined && { requests }),
      ...(connections !== undefined && { connections }),
      ...(settings.http?.oauth && { oauth: resolveOAuth(settings.http.oauth) }),
      tokenVariables: tokenVariablesOf(settings),
    },
  };
}

type OAuthFile = NonNullable<NonNullable<ConfigurationFile['http']>['oauth']>;

function resolveOAuth(given: OAuthFile): ConfiguredOAuth {
  const { issuers = [], resource = '', audience = [], requiredScopes = [], callers = {} } = given;
  return {
    ...{ issuers, resource, audience, requiredScopes },
    callers: Object.entries(callers).map(([name, { may, scopes = [], claims = {} }]) => ({
      caller: { name, may: may ?? 'everything' },
      ...{ scopes, claims },
    })),
  };
}

function tokenVariablesOf({ http, callers = {} }: ConfigurationFile): readonly string[] {
  const references = [http?.token, ...Object.values(callers).map(({ token }) => token)];
  return references.flatMap((one) => one?.match(/^env:(.+)$/)?.[1] ?? []);
}

function resolveIntroduction({ title, website, icons, tools, logs }: ConfigurationFile): Configuration['introduction'] {
  const pictures = icons?.flatMap(({ src, ...more }) => (src === undefined ? [] : [{ src, ...more }]));
  return {
    ...{ title, website, icons: pictures },
    tools: tools === 'each' ? 'each' : 'one',
    logs: logs === 'client' ? 'client' : 'owner',
  };
}

/** A handle or a tool does what its owner knows; what `shell` runs is the agent's. */
function resolveSnapshots({ snapshots, shell }: ConfigurationFile): Configuration['snapshots'] {
  if (snapshots === undefined) return shell?.enabled ? 'on' : 'off';
  if (typeof snapshots === 'boolean') return snapshots ? 'on' : 'off';
  return 'required';
}

function resolveWorkspace(workspace: string | undefined, { file, report }: Surroundings): string {
  const path = resolve(dirname(file), workspace ?? '.');
  const fix = 'Name a directory that exists, relative to the configuration file.';
  try {
    const real = realpathSync.native(path);
    if (statSync(real).isDirectory()) return real;
    report(['workspace'], { message: `${quoteForReport(path)} is not a directory.`, fix });
  } catch (error) {
    const message = `The directory ${quoteForReport(path)} cannot be used (${toReason(error)}).`;
    report(['workspace'], { message, fix });
  }
  return path;
}

const modules: FileKind = {
  // Type declarations look like a module and hold nothing that runs.
  isOne: (file) => /\.(?:ts|js|mjs)$/.test(file) && !file.endsWith('.d.ts'),
  what: '.ts, .js or .mjs module',
  example: 'commands/*.ts',
};

/** A file that is named twice is trusted only where everybody trusts it. */
function resolveModules(
  commands: NonNullable<ConfigurationFile['commands']>,
  surroundings: Surroundings,
): Pick<Configuration, 'commandFiles' | 'untrustedFiles'> {
  const found = commands.map((given, index) => {
    const place: KeyPath = ['commands', index];
    if (typeof given === 'string') {
      const files = resolveFiles([given], ['commands'], modules, at(surroundings, place));
      return { files, untrusted: false };
    }
    const files = resolveFiles(given.files ?? [], [...place, 'files'], modules, surroundings);
    return { files, untrusted: given.untrusted === true };
  });
  const all = new Set(found.flatMap(({ files }) => files));
  const untrusted = new Set(found.flatMap(({ files, untrusted: isUntrusted }) => (isUntrusted ? files : [])));
  return { commandFiles: [...all].sort(), untrustedFiles: [...untrusted].sort() };
}

const handleFiles = documents('handles/*.json');

function resolveHandles(
  handles: NonNullable<ConfigurationFile['handles']>,
  sandbox: SandboxChoice,
  surroundings: Surroundings,
): readonly ConfiguredHandles[] {
  return handles.map((given, index) => {
    const place: KeyPath = ['handles', index];
    const options = typeof given === 'string' ? {} : given;
    const files =
      typeof given === 'string'
        ? resolveFiles([given], ['handles'], handleFiles, at(surroundings, place))
        : resolveFiles(given.files ?? [], [...place, 'files'], handleFiles, surroundings);
    const { environment = [], pass = [], relativePrograms = false, inherit = false, newlines = false } = options;
    return {
      files,
      paths: options.paths === 'any' ? 'any' : 'workspace',
      environment,
      pass,
      relativePrograms,
      inherit,
      newlines,
      characters: options.characters === 'strict' ? 'strict' : 'text',
      sandbox: resolveOwnSandbox(options, sandbox, place, surroundings),
    };
  });
}

function resolveProgramPath(
  directories: readonly string[] | undefined,
  { file, report }: Surroundings,
): readonly string[] | undefined {
  return directories?.flatMap((written, index) => {
    const directory = resolve(dirname(file), written);
    if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return [directory];
    const fix = 'Name a directory that exists, or remove it from the list.';
    report(['programs', 'path', index], { message: `${quoteForReport(directory)} is not a directory.`, fix });
    return [];
  });
}

function resolveVariables(
  variables: Readonly<Record<string, string>>,
  surroundings: Surroundings,
): Configuration['programEnvironment'] {
  const found: Record<string, string | Secret> = {};
  for (const [name, value] of Object.entries(variables)) {
    const place: KeyPath = ['programs', 'environment', name];
    const given = isReference(value) ? fetchSecret(value, place, surroundings, 'credential') : value;
    if (given !== undefined) found[name] = given;
  }
  return found;
}

function checkedShell(shell: Configuration['shell'], report: Report): Configuration['shell'] {
  const { timeoutMs, maxTimeoutMs } = { ...usualShell, ...shell };
  if (timeoutMs > maxTimeoutMs) {
    report(['shell', 'timeoutMs'], {
      message: `Must not be more than maxTimeoutMs, which is ${maxTimeoutMs}.`,
      fix: 'Raise maxTimeoutMs, or lower timeoutMs.',
    });
  }
  return shell;
}

function resolveApprovals(
  { directory, notify, ...rest }: NonNullable<ConfigurationFile['approvals']>,
  surroundings: Surroundings,
): Configuration['approvals'] {
  return {
    ...rest,
    ...(directory !== undefined && { directory: resolve(dirname(surroundings.file), directory) }),
    ...(notify && { notify: { command: notify.command, url: resolveWebhook(notify.url, surroundings) } }),
  };
}

function resolveWebhook(url: string | undefined, surroundings: Surroundings): Secret | undefined {
  if (url === undefined) return undefined;
  const path: KeyPath = ['approvals', 'notify', 'url'];
  const found = isReference(url) ? fetchSecret(url, path, surroundings) : new Secret(url);
  if (!found || /^https?:\/\//.test(found.reveal()) === false || !URL.canParse(found.reveal())) {
    if (found) {
      const message = 'It is not an address that begins with https:// or http://.';
      surroundings.report(path, { message, fix: 'Write the full URL of the webhook.' });
    }
    return undefined;
  }
  return found;
}

/** Its rules are read by those who know rules. */
function resolvePolicy(policy: ConfigurationFile['policy'], { file, locate }: Surroundings): Configuration['policy'] {
  if (policy === undefined) return undefined;
  if (typeof policy === 'string') return { file: resolve(dirname(file), policy) };
  return { rules: policy, locate: (path, part) => locate(['policy', ...path], part) };
}

function credentialsOf(
  references: Readonly<Record<string, string>>,
  { file, environment }: Surroundings,
): Configuration['credential'] {
  const directory = dirname(file);
  return (name) => {
    const reference = Object.hasOwn(references, name) ? references[name] : undefined;
    return reference === undefined ? undefined : resolveSecret(reference, directory, environment, 'credential');
  };
}

/** Told now, so that a mistake is found at once; but what needs none of them works without. */
function missingCredentials(names: readonly string[], credential: Configuration['credential']): readonly string[] {
  return names.flatMap((name) => {
    const found = credential(name);
    if (!found || found.ok) return [];
    return [`The credential "${name}" is missing; commands that need it are refused. ${found.message} ${found.fix}`];
  });
}

function resolveCallers(
  callers: NonNullable<ConfigurationFile['callers']>,
  surroundings: Surroundings,
): readonly ConfiguredCaller[] {
  return Object.entries(callers).flatMap(([name, { token: reference, may, scopes }]) => {
    const token = fetchSecret(reference, ['callers', name, 'token'], surroundings);
    return token === undefined
      ? []
      : [{ caller: { name, may: may ?? 'everything', ...(scopes && { scopes }) }, token }];
  });
}

/** Two names behind one token could not be told apart, and one might get what only the other may do. */
function refuseSharedTokens(callers: readonly ConfiguredCaller[], httpToken: Secret | undefined, report: Report): void {
  const owners = new Map<string, string>();
  if (httpToken !== undefined) owners.set(httpToken.reveal(), 'http.token');
  for (const { caller, token } of callers) {
    const owner = owners.get(token.reveal());
    if (owner === undefined) owners.set(token.reveal(), `the caller "${caller.name}"`);
    else {
      const message = `The caller "${caller.name}" has the same token as ${owner}.`;
      report(['callers', caller.name, 'token'], { message, fix: 'Give each its own token.' });
    }
  }
}

function resolveLedger(
  { ledger = {}, audit = true }: ConfigurationFile,
  workspace: string,
  surroundings: Surroundings,
): Configuration['ledger'] {
  const directory = resolveLedgerDirectory(ledger.directory, workspace, surroundings);
  const url = fetchSecret(ledger.url, ['ledger', 'url'], surroundings, 'credential');
  const auditFile = audit === true || audit === false ? undefined : resolveAuditFile(audit.file, surroundings);
  if (audit === false) return false;
  const missing = url && findMissingDriver();
  if (missing) surroundings.report(['ledger', 'url'], missing);
  return {
    directory: ofInstance(directory, surroundings.instance),
    url,
    sync: ledger.sync === 'full' ? 'full' : 'process',
    keepDays: ledger.keepDays,
    keepBytes: ledger.keepBytes,
    keepLogDays: ledger.keepLogDays,
    auditFile,
  };
}

/** What is in the workspace can be named by agents, except for what is in the gate's own directory. */
function resolveLedgerDirectory(
  written: string | undefined,
  workspace: string,
  { file, report }: Surroundings,
): string {
  if (written === undefined) return ownDirectory(workspace);
  const directory = resolve(dirname(file), written);
  const place: KeyPath = ['ledger', 'directory'];
  if (isInReachOfAgents(directory, workspace)) {
    report(place, {
      message: `${quoteForReport(directory)} is in the workspace, where agents work.`,
      fix: 'Name a directory outside the workspace, or remove the key to use your state directory.',
    });
  } else if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() === false) {
    report(place, { message: `${quoteForReport(directory)} is not a directory.`, fix: 'Name a directory.' });
  }
  return directory;
}

function resolveAuditFile(written: string | undefined, { file, report }: Surroundings): string | undefined {
  if (written === undefined) return undefined;
  const path = resolve(dirname(file), written);
  const place = ['audit', 'file'];
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory()) {
      report(place, { message: `${quoteForReport(path)} is a directory.`, fix: 'Name a file in it.' });
    }
  } catch (error) {
    const message = `${quoteForReport(path)} cannot be used (${toReason(error)}).`;
    report(place, { message, fix: 'Name a file that you can write to.' });
  }
  return path;
}
