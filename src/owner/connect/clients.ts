// The clients that can be connected, as data: where their settings are, and what an entry looks like.
// The formats were read in the clients' own documents and programs; docs/connect.md says which versions were tried.

import { join } from 'node:path';

export type Scope = 'project' | 'user';

/** What decides where files are. */
export interface Places {
  /** Of the project that is connected. */
  readonly project: string;
  readonly home: string;
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface LocalServer {
  readonly command: string;
  readonly args: readonly string[];
}

export interface RemoteServer {
  readonly url: string;
  /** The variable that holds the bearer token. */
  readonly tokenVariable: string | undefined;
}

/** One value in a file, at a path of keys. `add` puts it into a list, beside what is there. */
export interface Setting {
  readonly file: string;
  readonly path: readonly string[];
  readonly value: unknown;
  readonly kind: 'set' | 'add';
}

export interface Client {
  readonly name: string;
  readonly title: string;
  /** The first is used where none is asked for. */
  readonly scopes: readonly [Scope, ...Scope[]];
  readonly format: 'json' | 'toml';
  file(scope: Scope, places: Places): string;
  /** The key above the names of servers. */
  readonly key: string;
  local(server: LocalServer): Readonly<Record<string, unknown>>;
  /** Undefined where its file cannot name a server by its address. */
  readonly remote?: (server: RemoteServer) => Readonly<Record<string, unknown>>;
  /** What closes its own shell. */
  readonly closeShell?: (scope: Scope, places: Places) => readonly Setting[];
  /** What a person should know about its own shell. */
  readonly ownShell: string;
  /** How a person sees that it worked. */
  readonly check: string;
  readonly hook?: HookPlace;
}

/** Where a client is told about programs that it has to ask before and after its shell. */
export interface HookPlace {
  file(scope: Scope, places: Places): string;
  settings(lines: HookLines): readonly Omit<Setting, 'file'>[];
  readonly note?: string;
}

/** What the client gives to a shell. */
export interface HookLines {
  readonly before: string;
  readonly after: string;
  /** Whether a hook that does not answer refuses. Some clients have a setting for it, beside the exit code. */
  readonly isClosed: boolean;
}

const plain = ({ command, args }: LocalServer) => ({ command, args });
const typed = ({ command, args }: LocalServer) => ({ type: 'stdio', command, args });

/** How a header refers to a variable differs from client to client. */
function headers(variable: string | undefined, refer: (name: string) => string): Readonly<Record<string, unknown>> {
  return variable === undefined ? {} : { headers: { Authorization: `Bearer ${refer(variable)}` } };
}

/** Seconds. Opening a gate takes less than one; a person who is asked takes longer, and then the client asks. */
const hookSeconds = 60;

type More = Readonly<Record<string, unknown>>;

/** The shape that Claude Code has and others share. The first event comes before the line runs. */
const matched =
  (events: readonly string[], matcher: string, timeout: number, more: More = {}, whereClosed: More = {}) =>
  ({ before, after, isClosed }: HookLines): readonly Omit<Setting, 'file'>[] =>
    events.map((event, index) => {
      const command = index === 0 ? before : after;
      const closed = index === 0 && isClosed ? whereClosed : {};
      const value = { matcher, hooks: [{ ...more, type: 'command', command, timeout, ...closed }] };
      return { kind: 'add', path: ['hooks', event], value };
    });

function claudeHome({ home, environment }: Places): string {
  return environment.CLAUDE_CONFIG_DIR ?? home;
}

function claudeSettings(scope: Scope, places: Places): string {
  if (scope === 'project') return join(places.project, '.claude', 'settings.json');
  return join(places.environment.CLAUDE_CONFIG_DIR ?? join(places.home, '.claude'), 'settings.json');
}

function codexFile(name: string) {
  return (scope: Scope, { project, home, environment }: Places): string =>
    scope === 'project' ? join(project, '.codex', name) : join(environment.CODEX_HOME ?? join(home, '.codex'), name);
}

/** Where applications keep what belongs to a user. */
function applicationData({ home, platform, environment }: Places): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return environment.APPDATA ?? join(home, 'AppData', 'Roaming');
  return environment.XDG_CONFIG_HOME ?? join(home, '.config');
}

export const clients: readonly Client[] = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    scopes: ['project', 'user'],
    format: 'json',
    key: 'mcpServers',
    file: (scope, places) =>
      scope === 'project' ? join(places.project, '.mcp.json') : join(claudeHome(places), '.claude.json'),
    local: typed,
    remote: ({ url, tokenVariable }) => ({ type: 'http', url, ...headers(tokenVariable, (name) => `\${${name}}`) }),
    closeShell: (scope, places) => [
      { file: claudeSettings(scope, places), path: ['permissions', 'deny'], value: 'Bash', kind: 'add' },
    ],
    ownShell: '--close-shell adds "Bash" to permissions.deny; --hook lets the policy judge each Bash line instead.',
    check: 'Run "claude mcp list" in the project. Claude Code asks once whether a server of .mcp.json may start.',
    hook: {
      file: claudeSettings,
      // Claude Code before 2.1.295 passes over the last key.
      settings: matched(
        ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'],
        'Bash|Monitor',
        hookSeconds,
        {},
        { onFailure: 'block' },
      ),
    },
  },
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    scopes: ['user'],
    format: 'json',
    key: 'mcpServers',
    file: (_, places) => join(applicationData(places), 'Claude', 'claude_desktop_config.json'),
    local: plain,
    ownShell: 'It has no shell of its own.',
    check: 'Restart Claude Desktop; Settings, Developer lists the server as running.',
  },
  {
    name: 'codex',
    title: 'Codex CLI',
    scopes: ['user', 'project'],
    format: 'toml',
    key: 'mcp_servers',
    file: codexFile('config.toml'),
    local: plain,
    remote: ({ url, tokenVariable }) => ({
      url,
      ...(tokenVariable !== undefined && { bearer_token_env_var: tokenVariable }),
    }),
    closeShell: (scope, places) => [
      { file: codexFile('config.toml')(scope, places), path: ['features', 'shell_tool'], value: false, kind: 'set' },
    ],
    ownShell: '--close-shell sets features.shell_tool = false; --hook lets the policy judge each line instead.',
    check: 'Run "codex mcp list". Codex reads .codex/config.toml only in a project that you trust.',
    hook: {
      file: codexFile('hooks.json'),
      settings: matched(['PreToolUse', 'PostToolUse'], '^Bash$', hookSeconds),
      note: 'Codex runs a hook only after you have trusted it: type /hooks in Codex.',
    },
  },
  {
    name: 'cursor',
    title: 'Cursor',
    scopes: ['project', 'user'],
    format: 'json',
    key: 'mcpServers',
    file: (scope, { project, home }) => join(scope === 'project' ? project : home, '.cursor', 'mcp.json'),
    local: typed,
    remote: ({ url, tokenVariable }) => ({ url, ...headers(tokenVariable, (name) => `\${env:${name}}`) }),
    ownShell: 'No setting switches its terminal off; --hook lets the policy judge each line before it runs.',
    check: 'Open the MCP page of the settings and switch the server on; its tools are listed there.',
    hook: {
      file: (scope, { project, home }) => join(scope === 'project' ? project : home, '.cursor', 'hooks.json'),
      settings: ({ before, after, isClosed }) => [
        { kind: 'set', path: ['version'], value: 1 },
        {
          kind: 'add',
          path: ['hooks', 'beforeShellExecution'],
          value: { command: before, timeout: hookSeconds, ...(isClosed && { failClosed: true }) },
        },
        { kind: 'add', path: ['hooks', 'afterShellExecution'], value: { command: after, timeout: hookSeconds } },
      ],
    },
  },
  {
    name: 'vscode',
    title: 'VS Code',
    scopes: ['project', 'user'],
    format: 'json',
    key: 'servers',
    file: (scope, places) =>
      scope === 'project'
        ? join(places.project, '.vscode', 'mcp.json')
        : join(applicationData(places), 'Code', 'User', 'mcp.json'),
    local: typed,
    remote: ({ url, tokenVariable }) => ({ type: 'http', url, ...headers(tokenVariable, (name) => `\${env:${name}}`) }),
    ownShell:
      'Its terminal cannot be switched off in a file: untick "runInTerminal" under Configure Tools in the chat view.',
    check: 'Run "MCP: List Servers" from the command palette and start the server.',
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    scopes: ['project', 'user'],
    format: 'json',
    key: 'mcpServers',
    file: geminiSettings,
    local: plain,
    remote: ({ url, tokenVariable }) => ({ httpUrl: url, ...headers(tokenVariable, (name) => `$${name}`) }),
    closeShell: (scope, places) => [
      { file: geminiSettings(scope, places), path: ['tools', 'exclude'], value: 'run_shell_command', kind: 'add' },
    ],
    ownShell: '--close-shell adds run_shell_command to tools.exclude; --hook lets the policy judge each line instead.',
    check: 'Run "gemini mcp list" in the project. Gemini CLI starts servers only in folders that you trust.',
    hook: {
      file: geminiSettings,
      // Milliseconds here.
      settings: matched(['BeforeTool', 'AfterTool'], 'run_shell_command', hookSeconds * 1_000, { name: 'cmdgate' }),
    },
  },
  {
    name: 'zed',
    title: 'Zed',
    scopes: ['user'],
    format: 'json',
    key: 'context_servers',
    file: (_, places) => zedSettings(places),
    local: plain,
    // A header there is text: a token would stand in the file.
    remote: ({ url, tokenVariable }) => ({ url, ...headers(tokenVariable, (name) => `<the value of ${name}>`) }),
    // No other rule for a tool is stronger than this one.
    closeShell: (_, places) => [
      {
        file: zedSettings(places),
        path: ['agent', 'tool_permissions', 'tools', 'terminal', 'always_deny'],
        value: { pattern: '.*' },
        kind: 'add',
      },
    ],
    ownShell: '--close-shell denies every line of its terminal tool (agent.tool_permissions).',
    check: 'Open the settings of the agent panel: the server should have a green dot.',
  },
];

function geminiSettings(scope: Scope, { project, home }: Places): string {
  return join(scope === 'project' ? project : home, '.gemini', 'settings.json');
}

/** Windows has a place of its own; macOS has the same as Linux. */
function zedSettings({ home, platform, environment }: Places): string {
  const directory =
    platform === 'win32'
      ? join(environment.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Zed')
      : join((platform === 'darwin' ? undefined : environment.XDG_CONFIG_HOME) ?? join(home, '.config'), 'zed');
  return join(directory, 'settings.json');
}
