// The owner's commands, in the order in which help lists them: what is done here itself, and what the gate reads as a
// request.

import { runStates } from '../vocabulary/program.js';
import { checkApprovals } from './approvals/check-approvals.js';
import { checkAudit } from './audit/check-audit.js';
import type { OwnerCommands } from './owner-command.js';
import { checkTime, timeForms } from './read-time.js';

const server = [
  { name: '--url', type: 'string', path: false, description: 'The URL of the server' },
  { name: '--token', type: 'string', path: false, description: 'A bearer token, as env:NAME or file:path' },
] as const;

const words = [{ name: 'path', type: 'string', variadic: true, description: 'The words of a command' }] as const;

const since = {
  name: '--since',
  type: 'string',
  path: false,
  description: `Only what came after: ${timeForms}`,
} as const;

const limit = { name: '--limit', type: 'integer', minimum: 1, maximum: 10_000 } as const;

/** In the order in which they are offered. */
const clients = ['claude-code', 'claude-desktop', 'codex', 'cursor', 'vscode', 'gemini', 'zed'];

export const ownerCommands: OwnerCommands = {
  init: {
    description: 'Set up a gate here: configuration, example and policy',
    danger: 'mutating',
    arguments: [
      {
        name: '--name',
        type: 'string',
        path: false,
        description: 'The name of the gate; by default the name of the directory',
      },
      {
        name: '--start',
        type: 'string',
        enum: ['commands', 'handle', 'shell', 'executable'],
        description:
          'What to start from. commands: a TypeScript example; handle: a described program; shell: a guarded shell for a coding agent; executable: a package with a command line',
      },
      {
        name: '--policy',
        type: 'string',
        enum: ['standard', 'strict', 'read-only'],
        description:
          'What runs without asking. standard: reading and changing files; strict: only reading, the rest asks; read-only: only reading, the rest is denied',
      },
      {
        name: '--connect',
        type: 'string',
        enum: ['none', ...clients],
        description: 'The client to connect afterwards',
      },
      { name: '--yes', type: 'flag', description: 'Do not ask; use the default for each option left out' },
    ],
    dryRuns: true,
    needs: 'nothing',
    load: async () => (await import('./set-up.js')).initAndConnect,
  },
  connect: {
    description: 'Connect an MCP client to this gate, or disconnect it',
    danger: 'mutating',
    arguments: [
      {
        name: 'client',
        type: 'string',
        required: true,
        enum: [...clients, 'print'],
        description: 'The client to connect; print shows the entry that most clients accept, and writes nothing',
      },
      {
        name: '--scope',
        type: 'string',
        enum: ['project', 'user'],
        description: 'For this project, or for all your projects',
      },
      {
        name: '--name',
        type: 'string',
        path: false,
        description: "The server's name in the client; by default the name in the configuration",
      },
      {
        name: '--caller',
        type: 'string',
        path: false,
        description: 'The caller of the configuration that this client acts as',
      },
      {
        name: '--url',
        type: 'string',
        path: false,
        description: 'The URL of a running HTTP server, instead of a command that starts one',
      },
      {
        name: '--token-env',
        type: 'string',
        path: false,
        description: 'With --url: the environment variable that holds the token',
      },
      { name: '--print', type: 'flag', description: 'Show what would be written, and write nothing' },
      { name: '--remove', type: 'flag', description: 'Undo all that connect wrote: the entry, hooks, a closed shell' },
      {
        name: '--close-shell',
        type: 'flag',
        description: "Switch the client's own shell off; with --remove, switch it on again",
      },
      { name: '--hook', type: 'flag', description: "Let the policy judge what the client's own shell runs" },
      {
        name: '--fail',
        type: 'string',
        enum: ['closed', 'open'],
        description:
          'With --hook, if cmdgate itself fails: closed has the client ask or refuse, open lets the client decide',
      },
      {
        name: '--ask',
        type: 'string',
        enum: ['client', 'later', 'wait'],
        description: 'With --hook, who is asked: client asks you there; later and wait use cmdgate approvals',
      },
    ],
    dryRuns: true,
    needs: 'nothing',
    load: async () => (await import('./set-up.js')).connectTried,
  },
  handles: {
    description: 'Check Command Handles for problems',
    danger: 'safe',
    arguments: [
      {
        name: 'action',
        type: 'string',
        required: true,
        enum: ['check'],
        description: 'check: list every problem with its file, place and fix',
      },
      {
        name: 'files',
        type: 'string',
        variadic: true,
        path: false,
        description: 'Files or globs; by default the handles in the configuration',
      },
    ],
    needs: 'nothing',
    load: async () => (await import('./handles.js')).handles,
  },
  utcp: {
    description: 'Check UTCP manuals, or export the commands as a manual',
    danger: 'safe',
    arguments: [
      {
        name: 'action',
        type: 'string',
        required: true,
        enum: ['check', 'export'],
        description: 'check: list every problem with its file, place and fix; export: write a manual to stdout',
      },
      {
        name: 'files',
        type: 'string',
        variadic: true,
        path: false,
        description: 'With check: files or globs; by default the manuals in the configuration',
      },
      {
        name: '--form',
        type: 'string',
        enum: ['specification', 'commands'],
        description: 'With export: the format of the tools; by default commands, which UTCP SDKs can load',
      },
      {
        name: '--through-gate',
        type: 'flag',
        description: 'With export: every command as a tool that runs cmdgate, so that its policy applies',
      },
    ],
    goesWith: { files: ['check'], form: ['export'], 'through-gate': ['export'] },
    needs: 'nothing',
    load: async () => (await import('./utcp/utcp.js')).utcp,
  },
  shell: {
    description: 'Run any program that the policy allows; needs shell.enabled',
    needs: 'request',
  },
  policy: {
    description: 'Check, test and explain the policy; suggest and replay',
    needs: 'request',
  },
  // What looks at everybody's requests, or changes the policy, is for the owner: agents are not offered it.
  'policy suggest': {
    description: 'Suggest rules from past approvals; asks before it writes any',
    danger: 'mutating',
    arguments: [
      since,
      { ...limit, description: 'Maximum number of rules' },
      {
        name: '--accept',
        type: 'string',
        variadic: true,
        path: false,
        description: 'Write the suggested rule with this name; may be repeated',
      },
    ],
    check: (input) => checkTime(input, '--since', 'Write 2026-03-01, or 7d'),
    needs: 'nothing',
    load: async () => (await import('./policy/suggest.js')).suggest,
  },
  'policy replay': {
    description: 'Show which past decisions another policy would change',
    danger: 'safe',
    arguments: [
      { name: 'file', type: 'string', required: true, path: false, description: 'The policy, .json or .yaml' },
      since,
      { ...limit, description: 'Maximum number of different requests to show' },
      {
        name: '--fail-on',
        type: 'string',
        enum: ['stricter', 'looser', 'any'],
        description: 'Exit with code 1 if decisions would change in this direction',
      },
    ],
    check: (input) => checkTime(input, '--since', 'Write 2026-03-01, or 7d'),
    needs: 'nothing',
    load: async () => (await import('./policy/replay.js')).replay,
  },
  approvals: {
    description: 'Answer requests that wait for a person, and revoke lasting answers',
    danger: 'mutating',
    arguments: [
      {
        name: 'action',
        type: 'string',
        enum: ['list', 'show', 'approve', 'deny', 'rules', 'revoke'],
        description: 'What to do; the live list if left out. rules lists lasting approvals; revoke removes one',
      },
      { name: 'id', type: 'string', path: false, description: 'The id shown by list or rules' },
      {
        name: '--always',
        type: 'flag',
        description: 'With approve: also write a rule that allows exactly this from now on',
      },
      {
        name: '--similar',
        type: 'flag',
        description: 'With approve: also write a rule that allows this program with these options in this directory',
      },
      {
        name: '--session',
        type: 'flag',
        description: 'With approve: also allow what the approval lists under Session, until the session ends',
      },
      {
        name: '--note',
        type: 'string',
        path: false,
        description: 'With approve or deny: a note to the agent',
      },
    ],
    goesWith: {
      ...{ id: ['show', 'approve', 'deny', 'revoke'], always: ['approve'], similar: ['approve'] },
      ...{ session: ['approve'], note: ['approve', 'deny'] },
    },
    check: checkApprovals,
    everywhere: true,
    needs: 'nothing',
    load: async () => (await import('./approvals/approvals.js')).approvals,
  },
  audit: {
    description: 'List, export or verify the record of all requests',
    aliases: ['audit-log'],
    danger: 'mutating',
    arguments: [
      {
        name: 'action',
        type: 'string',
        default: 'list',
        enum: ['list', 'export', 'verify'],
        description: 'list: the newest requests first; export: the whole log as JSON lines; verify: every hash',
      },
      { ...limit, description: 'With list: maximum number of requests (20 by default)' },
      { name: '--since', type: 'string', path: false, description: `With list and export: ${timeForms}` },
      {
        name: '--until',
        type: 'string',
        path: false,
        description: 'With list and export: the end of the period, in the same format',
      },
      { name: '--caller', type: 'string', path: false, description: 'With list: only requests of this caller' },
      {
        name: '--client',
        type: 'string',
        path: false,
        description: 'With list: only requests of this client program, such as claude-code',
      },
      {
        name: '--state',
        type: 'string',
        enum: [...runStates, 'refused'],
        description: 'With list: only requests in this state',
      },
      { name: '--refused', type: 'flag', description: 'With list: the same as --state refused' },
      {
        name: '--command',
        type: 'string',
        path: false,
        description: "With list: only requests that contain these words, such as rm, 'git push' or package.json",
      },
      {
        name: '--trace',
        type: 'string',
        path: false,
        description: 'With list: only requests with this trace id',
      },
      { name: '--run', type: 'string', path: false, description: 'With list: only the run with this id' },
      {
        name: '--index',
        type: 'string',
        enum: ['sample', 'all'],
        description: 'With verify: compare the index with a sample of the log (the default) or with all of it',
      },
      {
        name: '--accept',
        type: 'array',
        path: false,
        description:
          'With verify: accept the chains of these gates, which you recognize although this machine cannot verify them; remembered from then on',
      },
    ],
    goesWith: {
      ...{ limit: ['list'], since: ['list', 'export'], until: ['list', 'export'], caller: ['list'], state: ['list'] },
      ...{
        client: ['list'],
        refused: ['list'],
        command: ['list'],
        run: ['list'],
        trace: ['list'],
        accept: ['verify'],
        index: ['verify'],
      },
    },
    check: checkAudit,
    everywhere: true,
    needs: 'nothing',
    load: async () => (await import('./audit/audit.js')).audit,
  },
  trust: {
    description: 'Review and trust changed files that control what runs',
    danger: 'mutating',
    arguments: [
      {
        name: 'file',
        type: 'string',
        path: false,
        description:
          'A configuration (with all files it loads), or another file that is no longer trusted; without a file, list them',
      },
    ],
    needs: 'nothing',
    load: async () => (await import('./trust/trust.js')).trust,
  },
  undo: {
    description: 'List what runs changed in the workspace, and restore it',
    danger: 'mutating',
    arguments: [
      {
        name: 'run',
        type: 'string',
        path: false,
        description: 'The id of a run, or last for the newest; without it, list the runs',
      },
      {
        name: 'files',
        type: 'string',
        variadic: true,
        path: false,
        description: 'Files or directories to restore; by default everything the run changed',
      },
      { name: '--later', type: 'flag', description: 'Also restore what later runs and people changed since' },
      { name: '--overwrite', type: 'flag', description: 'Do not ask before overwriting what changed since the run' },
      { ...limit, description: 'Maximum number of runs to list (20 by default)' },
    ],
    dryRuns: true,
    needs: 'nothing',
    load: async () => (await import('./undo/undo.js')).undo,
  },
  doctor: {
    description: 'Check what is enforced here, and show how to fix what is not',
    danger: 'safe',
    everywhere: true,
    needs: 'nothing',
    load: async () => (await import('./doctor/doctor.js')).doctor,
  },
  conformance: {
    description: 'Check an ACLI server: level Minimal, Standard or Full',
    danger: 'mutating',
    arguments: [
      {
        name: '--command',
        type: 'string',
        path: false,
        description: 'The command line that starts the server, run without a shell',
      },
      {
        name: '--url',
        type: 'string',
        path: false,
        description: 'The URL of the server, such as http://127.0.0.1:8420/mcp',
      },
      server[1],
      {
        name: '--audit-file',
        type: 'string',
        path: false,
        description: "The server's audit log or the log of its ledger, for level Full",
      },
    ],
    needs: 'nothing',
    load: async () => (await import('./checks/conformance.js')).conformance,
  },
  contract: {
    description: 'Score an executable against the CLI contract for agents',
    danger: 'mutating',
    arguments: [
      { name: 'action', type: 'string', required: true, enum: ['check'], description: 'What to do' },
      {
        name: 'executable',
        type: 'string',
        required: true,
        variadic: true,
        path: false,
        description: 'After --: the program and its first arguments, run without a shell',
      },
      {
        name: '--prefix',
        type: 'string',
        variadic: true,
        path: false,
        description: 'A word between the executable and its commands, such as "run" for cmdgate',
      },
      {
        name: '--cases',
        type: 'string',
        path: false,
        description: 'A file of calls to the executable, which are really run, in an empty directory',
      },
      {
        name: '--only',
        type: 'string',
        variadic: true,
        path: false,
        description: 'A requirement to check, e.g. F-031; all of them by default',
      },
    ],
    needs: 'nothing',
    load: async () => (await import('./checks/contract.js')).contract,
  },
  'generate-skills': {
    description: 'Generate files that teach agents the commands: CONTEXT.md, AGENTS.md and one per command',
    danger: 'mutating',
    arguments: [
      {
        name: '--output-dir',
        type: 'string',
        default: 'skills',
        path: false,
        description: 'The directory to write them to',
      },
    ],
    everywhere: true,
    needs: 'gate',
    load: async () => (await import('./generate-skills/generate-skills.js')).generateSkills,
  },
  'mcp-validate': {
    description: 'Compare an MCP server, by default its own, with the manifest',
    danger: 'mutating',
    arguments: [
      {
        name: '--command',
        type: 'string',
        path: false,
        description: 'The command line that starts the server, run without a shell',
      },
      ...server,
    ],
    everywhere: true,
    needs: 'gate',
    load: async () => (await import('./mcp-validate/mcp-validate.js')).mcpValidate,
  },
  help: {
    description: 'List the commands, or explain one',
    arguments: words,
    everywhere: true,
    needs: 'request',
  },
  schema: {
    description: 'The JSON Schema of one command or of all',
    arguments: words,
    everywhere: true,
    needs: 'request',
  },
  manifest: { description: 'Describe every command in one document', everywhere: true, needs: 'request' },
  'check-permissions': {
    description: 'Show what you may run, and which scopes it needs',
    everywhere: true,
    needs: 'request',
  },
  runs: {
    description: 'List and control runs: show, output, wait, cancel, write',
    everywhere: true,
    needs: 'request',
  },
  version: { description: 'Show the version and what is installed', everywhere: true, needs: 'request' },
};
