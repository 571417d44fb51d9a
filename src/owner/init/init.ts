// `cmdgate init`: a configuration, one example and a policy, with which everything else works at once.

import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { quoteWords } from '../../command-line/quote.js';
import { loadConfiguration } from '../../configuration/load-configuration.js';
import { confirm, realPlace, requireTrust } from '../../configuration/trust/require-trust.js';
import { UntrustedConfiguration } from '../../configuration/trust/untrusted-configuration.js';
import { toReason } from '../../documents/to-reason.js';
import { isStartedByGate } from '../../execution/process/keeper/is-started-by-gate.js';
import { readHeld } from '../../machine/files/file-digest.js';
import { createWhole } from '../../machine/files/whole-file.js';
import type { Colors } from '../../renderings/text/colors.js';
import { giveReport } from '../../terminal/give-report.js';
import type { Io } from '../../terminal/io.js';
import { CommandError, GateError } from '../../vocabulary/gate-error.js';
import { terminalSafeLine } from '../../vocabulary/terminal-safe.js';
import type { OwnerCall } from '../owner-command.js';
import { wordsToPaste } from '../start-command.js';
import { askChoices, nameRule } from './ask-choices.js';
import { type Choices, serverName } from './choices.js';
import { packageAddition } from './executable-files.js';
import { nextSteps, type Step } from './next-steps.js';
import { type Plan, planFiles, usualName } from './plan-files.js';

/** What `init` knows of clients: which there are, and how one is connected. */
export interface Clients {
  readonly list: readonly { readonly name: string; readonly label: string }[];
  /** Resolves to the exit code. It tells itself what it does. */
  connect(client: string): Promise<number>;
}

export async function init(call: OwnerCall, clients: Clients): Promise<number> {
  const { program, io, input, standard, refuse } = call;
  if (isStartedByGate()) return await refuse(forPeople());
  const given = readGiven(input);
  const contradiction = findContradiction(given);
  if (contradiction) return await refuse(contradiction);
  if (given.name !== undefined && !serverName.test(given.name)) return await refuse(wrongName());
  const usual: Choices = { name: usualName(io.directory), start: 'commands', policy: 'standard', client: 'none' };
  const asks = io.stdin.isTTY === true && io.stderr.isTTY === true && !input.yes && !standard.nonInteractive;
  // What is there already is told before anything is asked.
  const early = findRefusal(planFiles(io.directory, { ...usual, ...given }), io);
  if (early) return await refuse(early);
  const choices = asks ? await askChoices(given, usual, clients.list, io) : { ...usual, ...given };
  if (!choices) return await refuse(left());
  const plan = planFiles(io.directory, choices);
  const problem = findRefusal(plan, io);
  if (problem) return await refuse(problem);
  const isDry = standard.dryRun === true;
  const isWorkspace = choices.start !== 'executable';
  if (!isDry) {
    const failed = writeAll(plan, io.directory);
    if (failed) return await refuse(failed);
    if (isWorkspace) await trustWritten(plan, io);
  }
  const wants = isWorkspace && choices.client !== undefined && choices.client !== 'none';
  const words = wordsToPaste(io.directory, io.environment);
  const next = nextSteps(
    choices.start,
    words,
    wants ? choices.client : undefined,
    clients.list.map(({ name }) => name),
  );
  const isPackageKept = !isWorkspace && plan.leftAlone.some(({ path }) => path === 'package.json');
  const addition = isPackageKept ? packageAddition(choices.name) : undefined;
  const notes = isWorkspace ? findNotes(io, words) : [];
  const code = await giveReport(
    {
      command: 'init',
      data: {
        ...(isDry && { effect: 'would_create' }),
        ...{ name: choices.name, start: choices.start, directory: io.directory },
        ...(isWorkspace && { policy: choices.policy }),
        ...{ written: isDry ? [] : plan.files.map(({ path }) => path), left_alone: plan.leftAlone },
        ...(isDry && { would_write: plan.files.map(({ path, text }) => ({ path, text })) }),
        ...(addition && { add_to_package_json: addition }),
        ...{ next: next.flatMap(({ lines }) => lines), notes },
      },
      toLines: (paint) => toLines(plan, { next, notes, isDry, paint, addition }),
    },
    standard,
    program,
    io,
  );
  return code === 0 && wants && !isDry ? await clients.connect(String(choices.client)) : code;
}

/** Both are about a workspace of agents. */
function findContradiction({ start, policy, client }: Partial<Choices>): GateError | undefined {
  if (start !== 'executable') return undefined;
  const given = [...(policy ? ['--policy'] : []), ...(client && client !== 'none' ? ['--connect'] : [])];
  if (given.length === 0) return undefined;
  return new GateError('VALIDATION_ERROR', `Invalid arguments: ${given.join(', ')} (not with --start executable)`, {
    hint: `Leave out ${given.join(' and ')}: an executable has no configuration. 'connect' is for workspaces`,
  });
}

function readGiven(input: OwnerCall['input']): Partial<Choices> {
  const { name, start, policy, connect: client } = input as Partial<Choices> & { readonly connect?: string };
  return {
    ...(name !== undefined && { name }),
    ...(start !== undefined && { start }),
    ...(policy !== undefined && { policy }),
    ...(client !== undefined && { client }),
  };
}

function findRefusal({ existing, problems, leftAlone, files }: Plan, io: Io): GateError | undefined {
  if (existing.some((path) => files.some((file) => file.path === path && path.startsWith('src/')))) {
    return sourcesThere(existing);
  }
  if (existing.length > 0) {
    const there = [...existing.map((path) => basename(path)), ...leftAlone.map(({ path }) => path)];
    const words = quoteWords(wordsToPaste(io.directory, io.environment));
    return new CommandError(
      'FILE_EXISTS',
      `There is already a configuration: ${there.join(', ')}. Nothing was written`,
      {
        hint: `Use it: '${words} help' lists its commands, '${words} connect claude-code' connects a client. Or run init in another directory`,
        exitCode: 6,
        details: there.map((path) => ({ code: 'FILE_EXISTS', field: path, message: `${path} was not changed` })),
      },
    );
  }
  if (problems.length === 0) return undefined;
  return new CommandError('FILE_NOT_WRITABLE', `Nothing was written: ${problems.join('; ')}`, {
    hint: 'Fix that, or run init in another directory',
    exitCode: 4,
    details: problems.map((message) => ({ code: 'FILE_NOT_WRITABLE', message })),
  });
}

function sourcesThere(existing: readonly string[]): GateError {
  return new CommandError('FILE_EXISTS', `There is ${existing.join(', ')} already. Nothing was written`, {
    hint: 'Run init in another directory, and copy what you need',
    exitCode: 6,
    details: existing.map((path) => ({ code: 'FILE_EXISTS', field: path, message: `${path} was not changed` })),
  });
}

/** What was written before a failure stays: it is told. */
function writeAll({ files }: Plan, directory: string): GateError | undefined {
  const written: string[] = [];
  for (const { path, text } of files) {
    try {
      mkdirSync(join(directory, dirname(path)), { recursive: true });
      // Somebody else may have made it since it was looked for.
      if (!createWhole(join(directory, path), text, { mode: 0o666 }))
        throw Object.assign(new Error(), { code: 'EEXIST' });
      written.push(path);
    } catch (error) {
      const before = written.length === 0 ? '' : `. Written before that: ${written.join(', ')}`;
      return new CommandError('FILE_NOT_WRITABLE', `${path} cannot be written (${toReason(error)})${before}`, {
        hint: 'Remove what was written, fix the reason, and run init again',
        exitCode: 4,
      });
    }
  }
  return undefined;
}

/** Below a workspace of agents a new configuration would be a stranger's. A person has just asked for this one. */
async function trustWritten({ files }: Plan, { directory, environment }: Io): Promise<void> {
  const file = join(directory, 'cmdgate.config.json');
  try {
    requireTrust(file, 'found');
    await loadConfiguration({ file, directory, environment, found: true });
  } catch (error) {
    if (!(error instanceof UntrustedConfiguration)) throw error;
    const places = files.map(({ path }) => realPlace(join(directory, path)));
    confirm(new Map(places.map((place) => [place, readHeld(place).digest])));
  }
}

/** What is not wrong, and worth knowing. */
function findNotes({ directory }: Io, words: readonly string[]): readonly string[] {
  const isInstalled = existsSync(join(directory, 'node_modules', 'cmdgate'));
  const isGit = existsSync(join(directory, '.git'));
  return [
    ...(isInstalled || words[0] === 'npx'
      ? []
      : ['To have your editor check and complete these files: npm install --save-dev cmdgate']),
    ...(isGit && isInstalled && !existsSync(join(directory, '.gitignore'))
      ? ['There is no .gitignore: add one with the line node_modules/']
      : []),
  ];
}

interface Told {
  readonly next: readonly Step[];
  readonly notes: readonly string[];
  /** For a package.json that was there. */
  readonly addition: object | undefined;
  readonly isDry: boolean;
  readonly paint: Colors;
}

function toLines({ files, leftAlone }: Plan, { next, notes, isDry, paint, addition }: Told): readonly string[] {
  const width = Math.max(...files.map(({ path }) => path.length));
  return [
    isDry ? 'Would write:' : 'Wrote:',
    ...files.map(({ path, about }) => `  ${path.padEnd(width)}  ${paint.dim(about)}`),
    ...leftAlone.map(({ path, why }) => `Not changed: ${path} (${why})`),
    ...(addition
      ? ['', paint.bold('Add this to package.json:'), ...JSON.stringify(addition, null, 2).split('\n')]
      : []),
    ...(isDry ? files.flatMap(({ path, text }) => ['', paint.bold(path), ...text.trimEnd().split('\n')]) : []),
    ...(isDry ? [] : next.flatMap(({ about, lines }) => ['', paint.bold(about), ...lines.map((line) => `  ${line}`)])),
    ...(notes.length === 0 ? [] : ['', ...notes.map((note) => paint.dim(note))]),
  ].map((line) => (line.includes('\x1b') ? line : terminalSafeLine(line)));
}

function forPeople(): GateError {
  return new GateError('PERMISSION_DENIED', 'Only a person can set up a gate, and this process was started by a gate', {
    hint: "A person must run 'cmdgate init' in a terminal of their own",
  });
}

function wrongName(): GateError {
  return new GateError('VALIDATION_ERROR', 'Invalid argument: --name', { hint: nameRule });
}

function left(): GateError {
  return new GateError('CANCELED', 'Nothing was written', {
    hint: "Run 'cmdgate init' again, or 'cmdgate init --yes'",
  });
}
