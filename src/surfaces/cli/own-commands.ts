// What a command line can do beside running commands, described like any command: read and explained the same way.
import { grammarOf } from '../../command-line/grammar.js';
import { type Reading, readArguments } from '../../command-line/read-arguments.js';
import { execArguments, execArgumentsOfCommandLines, execDescription } from '../../gateway/exec-command.js';
import { findIdleOptions } from '../../gateway/options/idle-options.js';
import { invalidArguments } from '../../gateway/refusals.js';
import { readDefinitions } from '../../sources/typescript/read-definitions.js';
import type { Command } from '../../vocabulary/command.js';
import type { GateError } from '../../vocabulary/gate-error.js';
import { approvalsDefinition } from './approvals/own-arguments.js';
import { auditDefinition } from './audit/own-arguments.js';
import { utcpDefinition } from './utcp/own-arguments.js';

const elsewhere = () => undefined;

const definitions = {
  run: {
    description: 'Run a command: the words as the shell gave them',
    arguments: [
      { name: 'words', type: 'string', required: true, variadic: true, description: 'The command and its arguments' },
    ],
    handler: elsewhere,
  },
  serve: {
    description: 'Serve the commands to agents over MCP, on stdio or on HTTP',
    arguments: [
      { name: '--http', type: 'flag', description: 'Streamable HTTP at /mcp instead of stdio' },
      {
        name: '--port',
        type: 'integer',
        minimum: 0,
        maximum: 65_535,
        description: 'The port for HTTP; 0 takes a free one',
      },
      { name: '--host', type: 'string', description: 'The address for HTTP; others than loopback need a token' },
    ],
    handler: elsewhere,
  },
  exec: {
    description: execDescription,
    arguments: [
      ...execArguments,
      ...execArgumentsOfCommandLines,
      { name: '--format', type: 'string', enum: ['jsonl'], description: 'JSON lines, which it is in any case' },
      { name: '--output', type: 'string', enum: ['jsonl'], description: 'The same' },
      { name: '--quiet', type: 'flag', description: 'No summary on a terminal' },
      { name: '--unmask', type: 'flag', description: 'Show what looks like a credential in an answer' },
    ],
    exclusive: [['--input', '--input-file']],
    handler: elsewhere,
  },
  repl: {
    description: 'Run commands interactively, or line by line from a pipe',
    arguments: [{ name: '--stdin', type: 'flag', description: 'Read commands from a pipe, one a line' }],
    handler: elsewhere,
  },
  handles: {
    description: 'Check Command Handles: every problem with its file, place and fix',
    arguments: [
      { name: 'action', type: 'string', required: true, enum: ['check'], description: 'What to do with them' },
      {
        name: 'files',
        type: 'string',
        variadic: true,
        path: false,
        description: "Files or globs; without any, those of the configuration's handles",
      },
    ],
    handler: elsewhere,
  },
  utcp: utcpDefinition,
  shell: { description: 'Run any program, as far as the policy lets it; needs shell.enabled', handler: elsewhere },
  policy: {
    description: 'What may run, what asks and what is denied: check, test, explain, suggest, replay',
    handler: elsewhere,
  },
  approvals: approvalsDefinition,
  audit: auditDefinition,
  trust: {
    description: 'Agree to files that the gate or git obeys and that changed while a program was running',
    arguments: [
      {
        name: 'file',
        type: 'string',
        path: false,
        description:
          'A configuration with all that it loads, or any file that lost its trust; without one they are listed',
      },
    ],
    handler: elsewhere,
  },
  doctor: { description: 'What is enforced here and what is not, and how to mend it', handler: elsewhere },
  conformance: {
    description: 'Check any ACLI server over MCP for the levels Minimal, Standard and Full',
    arguments: [
      {
        name: '--command',
        type: 'string',
        path: false,
        description: 'How to start the server: one line, run without a shell',
      },
      {
        name: '--url',
        type: 'string',
        path: false,
        description: 'Where the server listens, as in http://127.0.0.1:8420/mcp',
      },
      { name: '--token', type: 'string', path: false, description: 'A bearer token, as env:NAME or file:path' },
      {
        name: '--audit-file',
        type: 'string',
        path: false,
        description: "The server's audit log or the log of its ledger, for level Full",
      },
    ],
    handler: elsewhere,
  },
  contract: {
    description: 'Check any executable for the contract that agents need, and give it a score',
    arguments: [
      { name: 'action', type: 'string', required: true, enum: ['check'], description: 'What to do' },
      {
        name: 'executable',
        type: 'string',
        required: true,
        variadic: true,
        path: false,
        description: 'After --: the program and its first words; no shell reads them',
      },
      {
        name: '--prefix',
        type: 'string',
        variadic: true,
        path: false,
        description: 'A word between the executable and its commands, as run is for cmdgate',
      },
      {
        name: '--cases',
        type: 'string',
        path: false,
        description: 'A file that names calls of the executable, which are run for real in an empty directory',
      },
      {
        name: '--only',
        type: 'string',
        variadic: true,
        path: false,
        description: 'A requirement to look at, as F-031; all of them unless given',
      },
    ],
    handler: elsewhere,
  },
  'generate-skills': {
    description: 'Write files by which agents learn to use the commands: CONTEXT.md, AGENTS.md and one for each',
    arguments: [
      { name: '--output-dir', type: 'string', default: 'skills', path: false, description: 'Where they are written' },
    ],
    handler: elsewhere,
  },
  'mcp-validate': {
    description: 'Compare what an MCP server offers with the manifest; its own server unless one is named',
    arguments: [
      { name: '--command', type: 'string', path: false, description: 'How to start the server: one line' },
      { name: '--url', type: 'string', path: false, description: 'Where the server listens' },
      { name: '--token', type: 'string', path: false, description: 'A bearer token, as env:NAME or file:path' },
    ],
    handler: elsewhere,
  },
  help: {
    description: 'List the commands, or explain one',
    arguments: [{ name: 'path', type: 'string', variadic: true, description: 'The words of a command' }],
    handler: elsewhere,
  },
  schema: {
    description: 'The JSON Schema of one command or of all',
    arguments: [{ name: 'path', type: 'string', variadic: true, description: 'The words of a command' }],
    handler: elsewhere,
  },
  manifest: { description: 'Everything that can be run, in one document', handler: elsewhere },
  'check-permissions': { description: 'What you may run, and which scopes that needs', handler: elsewhere },
  runs: { description: 'What is running and what ran: list, show, output, wait, cancel, write', handler: elsewhere },
  version: { description: 'The version, and what there is', handler: elsewhere },
} as const;

export type OwnName = keyof typeof definitions;

let read: ReadonlyMap<string, Command> | undefined;

export function ownCommands(): ReadonlyMap<string, Command> {
  read ??= new Map(readDefinitions(definitions).commands.map((command) => [command.path[0], command]));
  return read;
}

/** The arguments of `serve`, `repl` or `conformance`, or everything that is wrong with them. */
export function readOwnArguments(name: OwnName, words: readonly string[]): Reading | GateError {
  const command = ownCommands().get(name) as Command;
  const reading = readArguments(grammarOf(command.parameters), words);
  const problems = [...reading.problems, ...findIdleOptions(name, reading.standard)];
  return problems.length > 0 ? invalidArguments(command, problems) : reading;
}
