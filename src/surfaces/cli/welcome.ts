import { isAbsolute, resolve } from 'node:path';
import { quoteWords } from '../../command-line/quote.js';
import { choosing } from '../../owner/choice.js';
import type { Invocation } from '../../owner/executable.js';
import { wordsForPrograms } from '../../owner/start-command.js';
import { describeRoot, isListed } from '../../registry/describe-help.js';
import { colors, wantsColor } from '../../renderings/text/colors.js';
import { offeredTools } from '../../renderings/tools/offered-tools.js';

/** Tells a person how to reach the server; off a terminal stdout gets the same as one line of JSON. */
export function printWelcome({ program, workspace, caller, choice, io }: Invocation, url: string): void {
  const { gate, configFile } = workspace;
  const asCaller = workspace.callers.some((known) => known.caller === caller) ? ['--caller', caller.name] : [];
  const given = [...choosing(choice), ...asCaller];
  const lasting = choosing({ ...choice, config: configFile ?? choice.config });
  const [program0 = program.name, ...before] = program.direct ? program.invocation : wordsForPrograms(io.environment);
  const stdio = {
    mcpServers: {
      [gate.name]: {
        command: program0,
        args: [...before.map(absolute), 'serve', ...lasting, ...asCaller],
        ...variablesFor(workspace),
      },
    },
  };
  const http = { mcpServers: { [gate.name]: httpEntry(workspace, url) } };
  const offered = gate.registry.commands.filter((command) => isListed(command) && gate.mayRun(caller, command)).length;
  const offersShell = offeredTools(caller, gate).length > 1;
  const { examples } = describeRoot(gate.registry, gate, (command) => gate.mayRun(caller, command));
  const lines = (examples as string[]).map((example) =>
    program.direct
      ? `${quoteWords([...program.invocation, ...given])} ${example}`
      : `${quoteWords([...program.invocation, 'run', ...given])} ${example}`,
  );
  if (!io.stdout.isTTY) io.stdout.write(`${JSON.stringify({ endpoint: url, http, stdio, try: lines })}\n`);
  const screen = io.stdout.isTTY ? io.stdout : io.stderr;
  const { bold, dim, green } = colors(wantsColor(screen, io.environment));
  screen.write(
    [
      '',
      `${green('●')} ${bold(gate.name)} ${dim(gate.version)} is ready: ${offersShell ? 'two MCP tools' : 'one MCP tool'}, ${offered} ${offered === 1 ? 'command' : 'commands'}`,
      '',
      `  ${bold('Endpoint')}   ${url}`,
      ...(workspace.http?.oauth ? [`  ${bold('Login')}      ${workspace.http.oauth.issuers.join(', ')}`] : []),
      '',
      `  ${bold('For a client that connects to this server')} ${dim('(HTTP), paste:')}`,
      ...onLines(http),
      '',
      `  ${bold('For a client that starts its own server')} ${dim('(stdio), paste:')}`,
      ...onLines(stdio),
      '',
      ...(lines.length > 0 ? [`  ${bold('Try in another terminal')}`, ...lines.map((line) => `    ${line}`), ''] : []),
      `  ${dim('Ctrl-C stops it.')}`,
      '',
      '',
    ].join('\n'),
  );
}

/** The token as a variable that the client fills in, never its value. Who logs in by OAuth needs none. */
function httpEntry({ http, callers }: Invocation['workspace'], url: string): object {
  const needsToken = http?.token !== undefined || callers.length > 0;
  const headers = { Authorization: `Bearer \${${http?.tokenVariables[0] ?? 'CMDGATE_TOKEN'}}` };
  return { type: 'http', url, ...(needsToken && { headers }) };
}

/** A configuration with tokens cannot be read without them, and clients start a server with few variables of their own. */
function variablesFor({ http }: Invocation['workspace']): { readonly env?: Readonly<Record<string, string>> } {
  const names = http?.tokenVariables ?? [];
  return names.length === 0 ? {} : { env: Object.fromEntries(names.map((name) => [name, `\${${name}}`])) };
}

function onLines(configuration: { readonly mcpServers: Readonly<Record<string, object>> }): readonly string[] {
  return JSON.stringify(configuration, null, 2)
    .split('\n')
    .map((line) => `    ${line}`);
}

/** A client starts the server from a directory of its own. */
function absolute(word: string): string {
  return word.includes('/') && !isAbsolute(word) ? resolve(word) : word;
}
