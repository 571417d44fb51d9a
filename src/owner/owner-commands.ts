// The owner's commands, in the order in which help lists them: what is done here itself, and what the gate reads as a
// request.

import { runStates } from '../vocabulary/program.js';
import { checkApprovals } from './approvals/check-approvals.js';
import { checkAudit } from './audit/check-audit.js';
import type { OwnerCommands } from './owner-command.js';
import { checkTime, timeForms } from './read-time.js';

const server = [
  { name: '--url', type: 'string', path: false, description: 'Where the server listens' },
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
    description: 'Set up a gate here: a configuration, an example and a policy',
    danger: 'mutating',
    arguments: [
      {
        name: '--name',
        type: 'string',
        path: false,
        description: 'What it is called; the directory names it otherwise',
      },
      {
        name: '--start',
        type: 'string',
        enum: ['commands', 'handle', 'shell', 'executable'],
        description:
          'commands: a TypeScript example; handle: a program; shell: for a coding agent; executable: a package with a command line',
      },
      {
        name: '--policy',
        type: 'string',
        enum: ['standard', 'strict', 'read-only'],
        description: 'What runs without asking: reading and changing, only reading, or reading and nothing else',
      },
      {
        name: '--connect',
        type: 'string',
        enum: ['none', ...clients],
        description: 'The client to connect as well',
      },
      { name: '--yes', type: 'flag', description: 'Ask nothing: use the defaults for what is not given' },
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
        description: 'Which one; print: only show the entry that most clients read',
      },
      {
        name: '--scope',
        type: 'string',
        enum: ['project', 'user'],
        description: 'For this project or for all of yours',
      },
      {
        name: '--name',
        type: 'string',
        path: false,
        description: 'What the client calls it; otherwise as the configuration',
      },
      {
        name: '--caller',
        type: 'string',
        path: false,
        description: 'As which caller of the configuration it connects',
      },
      {
        name: '--url',
        type: 'string',
        path: false,
        description: 'A server that listens on HTTP, instead of starting one',
      },
      { name: '--token-env', type: 'string', path: false, description: 'With --url: the variable that has the token' },
      { name: '--print', type: 'flag', description: 'Show what would be written, and write nothing' },
      { name: '--remove', type: 'flag', description: 'Undo all that connect wrote: the entry, hooks, a closed shell' },
      {
        name: '--close-shell',
        type: 'flag',
        description: "Switch the client's own shell off; with --remove, on again",
      },
      { name: '--hook', type: 'flag', description: "Let the policy judge what the client's own shell runs" },
      {
        name: '--fail',
        type: 'string',
        enum: ['closed', 'open'],
        description: 'With --hook, when cmdgate itself fails: closed refuses, open lets the client decide',
      },
      {
        name: '--ask',
        type: 'string',
        enum: ['client', 'later', 'wait'],
        description: 'With --hook, where the policy asks: as cmdgate hook has it',
      },
    ],
    dryRuns: true,
    needs: 'nothing',
    load: async () => (await import('./set-up.js')).connectTried,
  },
  handles: {
    description: 'Check Command Handles: every problem with its file, place and fix',
    danger: 'safe',
    arguments: [
      { name: 'action', type: 'string', required: true, enum: ['check'], description: 'What to do with them' },
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
    description: 'UTCP manuals: check them, or export the commands of this workspace as one',
    danger: 'safe',
    arguments: [
      {
        name: 'action',
        type: 'string',
        required: true,
        enum: ['check', 'export'],
        description: 'check: every problem with its file, place and fix; export: a manual on stdout',
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
        description: 'With export: the form of the tools; by default commands, which SDKs can load',
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
    description: 'What may run, what asks and what is denied: check, test, explain, suggest, replay',
    needs: 'request',
  },
  // What looks at everybody's requests, or changes the policy, is for the owner: agents are not offered it.
  'policy suggest': {
    description: 'Propose rules from what people approved; nothing is written without a yes',
    danger: 'mutating',
    arguments: [
      since,
      { ...limit, description: 'How many rules at most' },
      {
        name: '--accept',
        type: 'string',
        variadic: true,
        path: false,
        description: 'Write the rule of this name, as it was shown; may be repeated',
      },
    ],
    check: (input) => checkTime(input, '--since', 'Write 2026-03-01, or 7d'),
    needs: 'nothing',
    load: async () => (await import('./policy/suggest.js')).suggest,
  },
  'policy replay': {
    description: 'Run the history against another policy: which decisions would be others',
    danger: 'safe',
    arguments: [
      { name: 'file', type: 'string', required: true, path: false, description: 'The policy, .json or .yaml' },
      since,
      { ...limit, description: 'How many kinds of requests are shown at most' },
      {
        name: '--fail-on',
        type: 'string',
        enum: ['stricter', 'looser', 'any'],
        description: 'Exit with 1 where decisions would change so',
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
        description: 'What to do; without it, the live list. rules: what was answered for longer; revoke: one of those',
      },
      { name: 'id', type: 'string', path: false, description: 'Which one: as list or rules tells it' },
      { name: '--always', type: 'flag', description: 'With approve: also write the rule that allows exactly this' },
      {
        name: '--similar',
        type: 'flag',
        description: 'With approve: write the rule for this program with these options in this directory instead',
      },
      {
        name: '--session',
        type: 'flag',
        description: 'With approve: also for what its session asks later, where the question says so',
      },
      {
        name: '--note',
        type: 'string',
        path: false,
        description: 'With approve or deny: what the agent should know',
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
    description: 'What was asked and what became of it: list it, export it, verify that nobody changed it',
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
      { ...limit, description: 'With list: how many at most; 20 unless given' },
      { name: '--since', type: 'string', path: false, description: `With list and export: ${timeForms}` },
      { name: '--until', type: 'string', path: false, description: 'With list and export: the same, for the end' },
      { name: '--caller', type: 'string', path: false, description: 'With list: only those of this caller' },
      {
        name: '--client',
        type: 'string',
        path: false,
        description: 'With list: only those sent by this client program, such as claude-code',
      },
      {
        name: '--state',
        type: 'string',
        enum: [...runStates, 'refused'],
        description: 'With list: only those that ended so, or are so now',
      },
      { name: '--refused', type: 'flag', description: 'With list: the same as --state refused' },
      {
        name: '--command',
        type: 'string',
        path: false,
        description: "With list: only those with these words, such as rm, 'git push' or package.json",
      },
      {
        name: '--trace',
        type: 'string',
        path: false,
        description: 'With list: only those that the caller gave this trace id',
      },
      { name: '--run', type: 'string', path: false, description: 'With list: only the run with this id' },
      {
        name: '--index',
        type: 'string',
        enum: ['sample', 'all'],
        description: 'With verify: compare the index with a sample of the log, which is the default, or with all of it',
      },
      {
        name: '--accept',
        type: 'array',
        path: false,
        description:
          'With verify: gates whose chains you know although nothing here vouches for them; it is remembered',
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
    description: 'Agree to files that the gate or git obeys and that changed while a program was running',
    danger: 'mutating',
    arguments: [
      {
        name: 'file',
        type: 'string',
        path: false,
        description:
          'A configuration with all that it loads, or any file that lost its trust; without one they are listed',
      },
    ],
    needs: 'nothing',
    load: async () => (await import('./trust/trust.js')).trust,
  },
  undo: {
    description: 'List what runs changed in the workspace, and put files back as they were before one',
    danger: 'mutating',
    arguments: [
      {
        name: 'run',
        type: 'string',
        path: false,
        description: 'The id of a run, or last for the newest; without it they are listed',
      },
      {
        name: 'files',
        type: 'string',
        variadic: true,
        path: false,
        description: 'Files or directories to put back; without any, all that the run changed',
      },
      { name: '--later', type: 'flag', description: 'Put back all that changed since, by later runs and by people' },
      { name: '--overwrite', type: 'flag', description: 'Do not ask before overwriting what changed since the run' },
      { ...limit, description: 'How many runs are listed at most; 20 unless given' },
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
    description: 'Check any ACLI server over MCP for the levels Minimal, Standard and Full',
    danger: 'mutating',
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
    description: 'Check any executable against the contract that agents need, and score it',
    danger: 'mutating',
    arguments: [
      { name: 'action', type: 'string', required: true, enum: ['check'], description: 'What to do' },
      {
        name: 'executable',
        type: 'string',
        required: true,
        variadic: true,
        path: false,
        description: 'After --: the program and its first words; not passed to a shell',
      },
      {
        name: '--prefix',
        type: 'string',
        variadic: true,
        path: false,
        description: 'A word between the executable and its commands, such as run for cmdgate',
      },
      {
        name: '--cases',
        type: 'string',
        path: false,
        description: 'A file of calls to the executable, which are run for real in an empty directory',
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
      { name: '--output-dir', type: 'string', default: 'skills', path: false, description: 'Where to write them' },
    ],
    everywhere: true,
    needs: 'gate',
    load: async () => (await import('./generate-skills/generate-skills.js')).generateSkills,
  },
  'mcp-validate': {
    description: 'Compare what an MCP server offers with the manifest; by default its own server',
    danger: 'mutating',
    arguments: [
      { name: '--command', type: 'string', path: false, description: 'How to start the server: one line' },
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
  manifest: { description: 'Everything that can be run, in one document', everywhere: true, needs: 'request' },
  'check-permissions': {
    description: 'What you may run, and the scopes it needs',
    everywhere: true,
    needs: 'request',
  },
  runs: {
    description: 'Running and past runs: list, show, output, wait, cancel, write',
    everywhere: true,
    needs: 'request',
  },
  version: { description: 'The version, and what is installed', everywhere: true, needs: 'request' },
};
