// `cmdgate connect <client>`: writes the server into the settings of a client, after having started it as they say.

import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { loadConfiguration } from '../../configuration/load-configuration.js';
import { isStartedByGate } from '../../execution/process/keeper/is-started-by-gate.js';
import { loadingProblem } from '../../gate/opening/loading-problem.js';
import { pathWithin } from '../../machine/paths/is-inside.js';
import { giveReport } from '../../terminal/give-report.js';
import { CommandError, GateError } from '../../vocabulary/gate-error.js';
import { terminalSafe } from '../../vocabulary/terminal-safe.js';
import type { OwnerCall } from '../owner-command.js';
import { type FileChange, isChanged, planChanges, writeChanges } from './change-files.js';
import { type Client, clients, type HookLines, type Places, type Scope, type Setting } from './clients.js';
import { forgetClosed, isRemembered, rememberClosed } from './closed-shells.js';
import { hookLines } from './hook-lines.js';
import { hasOthers, ownEntries } from './own-hooks.js';
import { generic, toPrint } from './print.js';
import { findStart, type Tried, type TryServer, toLine } from './start-server.js';

interface Asked {
  readonly client: string;
  readonly scope?: Scope;
  readonly name?: string;
  readonly caller?: string;
  readonly url?: string;
  readonly 'token-env'?: string;
  readonly fail?: 'open' | 'closed';
  readonly ask?: 'client' | 'later' | 'wait';
  readonly print: boolean;
  readonly remove: boolean;
  readonly hook: boolean;
  readonly 'close-shell': boolean;
}

/** What is connected: its name and where it is. */
interface Subject {
  readonly name: string;
  readonly configFile: string | undefined;
  readonly directory: string;
}

export async function connect(call: OwnerCall, attempt: TryServer): Promise<number> {
  const { io, refuse } = call;
  const asked = call.input as unknown as Asked;
  if (isStartedByGate()) return await refuse(forPeople());
  const client = asked.client === 'print' ? generic : clients.find(({ name }) => name === asked.client);
  if (!client) return await refuse(unknownClient(asked.client));
  const wrong = findWrong(asked, client);
  if (wrong) return await refuse(wrong);
  const subject = await findSubject(call, asked);
  if (subject instanceof GateError) return await refuse(subject);
  const scope = asked.scope ?? client.scopes[0];
  const places: Places = {
    project: subject.directory,
    home: io.environment.HOME ?? homedir(),
    platform: process.platform,
    environment: io.environment,
  };
  // Every file is looked at before anything is started or written.
  if (asked.remove) return await remove(call, { asked, client, scope, places, subject });
  const server = asked.url === undefined ? await startLocally(call, asked, subject, attempt) : undefined;
  if (server instanceof GateError) return await refuse(server);
  const job: Job = { asked, client, scope, places, subject };
  const settings = settingsFor(job, server);
  const isPrinted = asked.print || client === generic;
  // A hook of an earlier time may have another line: two would both be asked.
  const stale = asked.hook ? findOwnHooks(client, scope, places).filter((one) => !settings.some(isSame(one))) : [];
  const changes = isPrinted ? [] : planChanges(settings, 'set', stale);
  if (changes instanceof GateError) return await refuse(changes);
  if (!isPrinted && call.standard.dryRun !== true) {
    const added = shellSettings(job).filter((setting) => !isThere(setting));
    const failed = writeChanges(changes);
    if (failed) return await refuse(failed);
    if (asked['close-shell']) for (const setting of added) rememberClosed(setting);
  }
  const closing = shellSettings(job);
  const shellIsOff = asked['close-shell'] || (closing.length > 0 && closing.every(isThere));
  const serverIsThere = server !== undefined && isThere(serverSetting(job, client.local(server.server)));
  const found = { shellIsOff, serverIsThere };
  return await tell(call, { asked, client, scope, subject, server, settings, changes, isPrinted, ...found });
}

interface Job {
  readonly asked: Asked;
  readonly client: Client;
  readonly scope: Scope;
  readonly places: Places;
  readonly subject: Subject;
}

function settingsFor(job: Job, server: Tried | undefined): readonly Setting[] {
  const { asked, client, scope, places } = job;
  const shell = asked['close-shell'] ? shellSettings(job) : [];
  if (asked.hook && server) return [...hookSettings(client, scope, places, hookLines(server, client, asked)), ...shell];
  const value = server
    ? client.local(server.server)
    : client.remote?.({ url: asked.url ?? '', tokenVariable: asked['token-env'] });
  return [serverSetting(job, value), ...shell];
}

function serverSetting({ client, scope, places, subject }: Job, value: unknown): Setting {
  return { file: client.file(scope, places), path: [client.key, subject.name], value, kind: 'set' };
}

function shellSettings({ client, scope, places }: Job): readonly Setting[] {
  return client.closeShell?.(scope, places) ?? [];
}

function hookSettings(client: Client, scope: Scope, places: Places, lines: HookLines): readonly Setting[] {
  const { hook } = client;
  return hook ? hook.settings(lines).map((setting) => ({ ...setting, file: hook.file(scope, places) })) : [];
}

function isThere(setting: Setting): boolean {
  const plan = planChanges([setting], 'set');
  return !(plan instanceof GateError) && !plan.some(isChanged);
}

function isSame(one: Setting): (other: Setting) => boolean {
  const text = JSON.stringify([one.file, one.path, one.value]);
  return (other) => JSON.stringify([other.file, other.path, other.value]) === text;
}

async function startLocally(call: OwnerCall, asked: Asked, subject: Subject, attempt: TryServer) {
  const { io } = call;
  const words = [
    'serve',
    ...(subject.configFile === undefined ? [] : ['--config', subject.configFile]),
    ...(asked.caller === undefined ? [] : ['--caller', asked.caller]),
  ];
  const tried = await findStart(words, subject.directory, io.environment, attempt);
  if (!(tried instanceof Error)) return tried;
  return new CommandError('SERVER_NOT_STARTED', `The server does not start: ${tried.message}. Nothing was written`, {
    hint: "Run 'cmdgate doctor' to see what is wrong, fix it, and connect again",
    exitCode: 4,
  });
}

async function findSubject({ choice, io }: OwnerCall, asked: Asked): Promise<Subject | GateError> {
  if (asked.name !== undefined && !/^[A-Za-z][A-Za-z0-9_-]{0,39}$/.test(asked.name)) {
    return new GateError('VALIDATION_ERROR', 'Invalid argument: --name', {
      hint: 'A name starts with a letter and has at most 40 letters, digits, "-" and "_"',
    });
  }
  if (asked.name !== undefined && (asked.remove || asked.url !== undefined)) {
    return { name: asked.name, configFile: undefined, directory: io.directory };
  }
  try {
    const file = choice.config === false ? undefined : choice.config;
    const configuration = await loadConfiguration({ file, directory: io.directory, environment: io.environment });
    if (!configuration) return noConfiguration();
    const name = (asked.name ?? configuration.name ?? 'cmdgate').replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 40);
    return { name, configFile: configuration.file, directory: dirname(configuration.file) };
  } catch (error) {
    return loadingProblem(error);
  }
}

/** All that cmdgate wrote: the entry by its name, the hooks that call it, and what it did to close the shell. */
async function remove(call: OwnerCall, job: Job): Promise<number> {
  const { asked, client, scope, places, subject } = job;
  const { io, program, standard, refuse } = call;
  const entry: Setting = { file: client.file(scope, places), path: [client.key, subject.name], value: {}, kind: 'set' };
  const closed = shellSettings(job).filter(isThere);
  const shell = closed.filter((setting) => asked['close-shell'] || isRemembered(setting));
  const hooks = findOwnHooks(client, scope, places);
  const changes = planChanges([entry, ...hooks, ...shell], 'remove');
  if (changes instanceof GateError) return await refuse(changes);
  if (standard.dryRun !== true) {
    const failed = writeChanges(changes);
    if (failed) return await refuse(failed);
    for (const setting of shell) forgetClosed(setting);
  }
  const changed = changes.filter(isChanged);
  const notes = [
    ...(hooks.length > 0 ? ['Its hooks are removed: no policy judges what its own shell runs.'] : []),
    ...(shell.length > 0 ? ['Its own shell is switched on again.'] : []),
    ...(closed.length > shell.length
      ? ['Its own shell stays switched off, as it was before; --remove --close-shell switches it on.']
      : []),
  ];
  const data = { client: client.name, name: subject.name, removed: changed.length > 0, files: changed.map(toRow) };
  const isDry = standard.dryRun === true;
  return await giveReport(
    {
      command: 'connect',
      data: { ...data, ...(isDry && { effect: 'would_update' }), notes },
      toLines: () => [
        changed.length === 0
          ? `${client.title} was not connected: nothing was changed.`
          : `${isDry ? 'Would disconnect' : 'Disconnected'} ${client.title}:`,
        ...changed.map(({ file, after }) => `  ${file}${after === undefined ? ' (removed)' : ''}`),
        ...notes,
      ],
    },
    standard,
    program,
    io,
  );
}

/** As they stand in the file: the line may be that of another version or place. */
function findOwnHooks(client: Client, scope: Scope, places: Places): readonly Setting[] {
  const { hook } = client;
  if (!hook) return [];
  const file = hook.file(scope, places);
  const all = hook.settings({ before: '', after: '', isClosed: true });
  const added = all.filter(({ kind }) => kind === 'add');
  const found = added.flatMap(({ path }) => ownEntries(file, path, client.name).map((value) => ({ value, path })));
  const settings = found.map(({ path, value }) => ({ file, path, value, kind: 'add' as const }));
  // What our hooks needed beside them goes when nothing else is there that needs it.
  const rest = all.filter(({ kind }) => kind === 'set');
  return settings.length > 0 && !hasOthers(file, added, client.name)
    ? [...settings, ...rest.map((setting) => ({ ...setting, file }))]
    : settings;
}

function toRow({ file, before, after }: FileChange): Readonly<Record<string, string>> {
  return { path: file, effect: before === undefined ? 'created' : after === undefined ? 'deleted' : 'updated' };
}

interface Told {
  readonly asked: Asked;
  readonly client: Client;
  readonly scope: Scope;
  readonly subject: Subject;
  readonly server: Tried | undefined;
  readonly settings: readonly Setting[];
  readonly changes: readonly FileChange[];
  readonly isPrinted: boolean;
  readonly shellIsOff: boolean;
  readonly serverIsThere: boolean;
}

async function tell(call: OwnerCall, told: Told): Promise<number> {
  const { asked, client, subject, server, settings, changes, isPrinted } = told;
  const changed = changes.filter(isChanged);
  const isDry = call.standard.dryRun === true;
  const seen = server && {
    command: [server.server.command, ...server.server.args],
    tools: server.tools.length,
    commands: server.commands,
  };
  const texts = isPrinted || isDry ? toPrint(settings, client) : [];
  const notes = [
    ...(server?.needs === undefined
      ? []
      : [`It started only with the environment variables of this terminal. Without them: ${server.needs}`]),
    ...(asked.hook && client.hook?.note ? [client.hook.note] : []),
    ...(asked.hook ? hookNotes(told) : []),
    ...(asked['close-shell'] && !isDry && !isPrinted
      ? [`${client.title} cannot use its own shell any more: the agent has shell_cmd instead.`]
      : []),
    ...(asked.hook || asked['close-shell'] ? [] : [`Its own shell: ${client.ownShell}`]),
    ...(isPrinted || asked.hook ? [] : [client.check]),
    ...(isPrinted || isDry ? [] : ignoreNotes(changed, subject)),
  ];
  const data = {
    ...{ client: client.name, name: subject.name, scope: told.scope },
    ...(isDry && { effect: 'would_update' }),
    ...(seen && { started: seen }),
    ...(isPrinted ? {} : { already_connected: changed.length === 0, files: changed.map(toRow) }),
    ...(texts.length > 0 && { print: texts }),
    notes,
  };
  const started =
    asked.hook || !seen
      ? undefined
      : `Started, ${nameTools(server.tools)}, ${count(seen.commands, 'command')} behind cli: ${toLine(server.server)}`;
  const verb = isDry ? 'Would connect' : 'Connected';
  const what = asked.hook ? `the hook of ${client.title}` : client.title;
  return await giveReport(
    {
      command: 'connect',
      data,
      toLines: (paint) =>
        [
          ...(started === undefined ? [] : [started]),
          ...texts.flatMap(({ file, text }) => ['', paint.bold(file), ...text.trimEnd().split('\n')]),
          ...(isPrinted
            ? []
            : changed.length === 0
              ? [`${client.title} is already connected: nothing was changed.`]
              : []),
          ...(isPrinted || changed.length === 0
            ? []
            : [`${verb} ${what} to ${subject.name}:`, ...changed.map(({ file }) => `  ${file}`)]),
          ...(notes.length === 0 ? [] : ['', ...notes]),
        ].map((line) => terminalSafe(line).replaceAll('\\x1b[', '\x1b[')),
    },
    call.standard,
    call.program,
    call.io,
  );
}

/** A hook has no tools, and nothing to judge where the client's shell is off. */
function hookNotes({ client, shellIsOff, serverIsThere }: Told): readonly string[] {
  const words = `npx cmdgate connect ${client.name}`;
  return [
    ...(serverIsThere
      ? []
      : [`Only the hook is connected: the agent gets no tools of cmdgate. For those, run '${words}'.`]),
    ...(shellIsOff
      ? [
          `${client.title}'s own shell is switched off, so the hook has nothing to judge. To switch it on, run '${words} --remove --close-shell', then '${words} --hook'.`,
        ]
      : []),
  ];
}

/** Another checkout cannot use the paths of this machine. */
function ignoreNotes(changed: readonly FileChange[], { directory, configFile }: Subject): readonly string[] {
  if (configFile === undefined) return [];
  const inProject = changed
    .filter(({ before, after }) => before === undefined && after?.includes(configFile))
    .flatMap(({ file }) => pathWithin(file, directory) ?? []);
  if (inProject.length === 0) return [];
  return [
    `This file has paths of this machine; keep it out of git with a line in .gitignore: ${inProject.map((path) => `/${path}`).join(' ')}`,
  ];
}

function nameTools(tools: readonly string[]): string {
  const shown = count(tools.length, 'tool');
  return tools.length <= mostToolsNamed ? `${shown} (${tools.join(', ')})` : shown;
}

const mostToolsNamed = 5;

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

/** Everything that does not go together, at once. */
function findWrong(asked: Asked, client: Client): GateError | undefined {
  const { title } = client;
  const wrong = [
    ...(asked.scope !== undefined && !client.scopes.includes(asked.scope)
      ? [['--scope', `${title} has no settings for a ${asked.scope}`, `Use --scope ${client.scopes.join(' or ')}`]]
      : []),
    ...(asked.hook && !client.hook ? [['--hook', `cmdgate has no hook for ${title}`, 'Leave --hook out']] : []),
    ...(asked['close-shell'] && !client.closeShell
      ? [['--close-shell', `${title} has no setting to switch its shell off`, client.ownShell]]
      : []),
    ...(asked.url !== undefined && !client.remote && client !== generic
      ? [
          [
            '--url',
            `${title} does not accept a URL in its settings file`,
            'Leave --url out: the client starts the server itself',
          ],
        ]
      : []),
    ...(asked.url !== undefined && (!URL.canParse(asked.url) || !/^https?:/.test(asked.url))
      ? [['--url', 'The --url argument is not an HTTP URL', 'Use http://127.0.0.1:8420/mcp']]
      : []),
    ...(asked.url !== undefined && asked.hook
      ? [['--hook', 'A hook is a program, so it cannot have a URL', 'Leave --url out']]
      : []),
    ...(asked['token-env'] !== undefined && asked.url === undefined
      ? [['--token-env', 'The --token-env argument requires --url', 'Add --url']]
      : []),
    ...(asked.print && asked.remove
      ? [['--remove', '--print and --remove cannot be used together', 'Give one of them']]
      : []),
    ...(['fail', 'ask'] as const)
      .filter((name) => asked[name] !== undefined && !asked.hook)
      .map((name) => [`--${name}`, `The --${name} argument goes with --hook`, 'Add --hook']),
  ].map(([field = '', message = '', hint = '']) => ({ code: 'INVALID_VALUE', field, message, hint }));
  if (wrong.length === 0) return undefined;
  const fields = [...new Set(wrong.map(({ field }) => field))].join(', ');
  return new GateError(
    'VALIDATION_ERROR',
    `Invalid arguments: ${fields} (${wrong.map(({ message }) => message).join('; ')})`,
    {
      hint: wrong.map(({ hint }) => hint).join('; '),
      details: wrong,
    },
  );
}

function forPeople(): GateError {
  return new GateError(
    'PERMISSION_DENIED',
    'Only a person can connect a client, and this process was started by a gate',
    {
      hint: "A person must run 'cmdgate connect' in a terminal of their own",
    },
  );
}

function unknownClient(name: string): GateError {
  return new GateError('VALIDATION_ERROR', `Invalid argument: client (${JSON.stringify(name)} is not known)`, {
    hint: `Use one of ${clients.map((client) => client.name).join(', ')}, or print`,
  });
}

function noConfiguration(): GateError {
  return new CommandError('NO_CONFIGURATION', 'There is no configuration here to connect a client to', {
    hint: "Run 'cmdgate init' first, or name a configuration with --config",
    exitCode: 4,
  });
}
