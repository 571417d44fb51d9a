// `cmdgate trust`: a person has looked at files that the gate or git obeys, and says that they are theirs.

import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findConfiguration } from '../../configuration/find-configuration.js';
import { loadConfiguration } from '../../configuration/load-configuration.js';
import { confirm, realPlace, requireTrust, storesAround } from '../../configuration/trust/require-trust.js';
import { UntrustedConfiguration } from '../../configuration/trust/untrusted-configuration.js';
import { isStartedByGate } from '../../execution/process/keeper/is-started-by-gate.js';
import { loadingProblem } from '../../gate/opening/loading-problem.js';
import { readHeld } from '../../machine/files/file-digest.js';
import type { Io } from '../../terminal/io.js';
import { writeAnswer } from '../../terminal/write-answer.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { completedAtTheDoor, failedAtTheDoor, type Outcome } from '../../vocabulary/outcome.js';
import type { Choice } from '../choice.js';
import type { OwnerCall } from '../owner-command.js';

export async function trust({ program, choice, io, input, standard: presentation }: OwnerCall): Promise<number> {
  const outcome = await agree((input as { file?: string }).file, choice, io);
  return await writeAnswer(
    { ...outcome, run: { ...outcome.run, presentation } },
    { version: program.version, directory: io.directory, toText },
    io,
  );
}

async function agree(named: string | undefined, { config }: Choice, io: Io): Promise<Outcome> {
  if (isStartedByGate()) {
    return failedAtTheDoor(
      new GateError('PERMISSION_DENIED', 'Only a person may trust a file, and this process was started by a gate', {
        hint: "A person must run 'cmdgate trust' in a terminal that no gate has started",
      }),
      'trust',
    );
  }
  try {
    if (named === undefined) return completedAtTheDoor({ waiting: listWaiting(config, io) }, 'trust');
    return completedAtTheDoor({ trusted: [...new Set(await agreeToNamed(resolve(io.directory, named), io))] }, 'trust');
  } catch (error) {
    return failedAtTheDoor(loadingProblem(error), 'trust');
  }
}

interface Waiting {
  readonly file: string;
  readonly why: string;
}

/** What changed in the workspaces around this directory while a program was running, and what nobody knows. */
function listWaiting(config: Choice['config'], io: Io): readonly Waiting[] {
  const lost = storesAround(realPlace(join(io.directory, 'x'))).flatMap((store) => store.listDistrusted());
  const file = typeof config === 'string' ? resolve(io.directory, config) : findConfiguration(io.directory);
  const strange = file === undefined ? [] : (whyNot(() => requireTrust(file, 'found'))?.problems ?? []);
  const all = [
    ...lost.map(({ path, why }) => ({ file: path, why })),
    ...strange.map((problem) => ({ file: problem.file, why: problem.message })),
  ];
  return all.filter(({ file: one }, at) => all.findIndex(({ file: other }) => other === one) === at);
}

async function agreeToNamed(file: string, io: Io): Promise<readonly string[]> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new GateError('NOT_FOUND', `There is no file ${file}`, { hint: 'Name a file that exists' });
  }
  const path = realPlace(file);
  confirm(new Map([[path, readHeld(path).digest]]));
  return /[/]cmdgate\.config\.\w+$/.test(file) ? [path, ...(await agreeToAll(file, io))] : [path];
}

/** The file with what it imports; then it can be read, and says what else it loads. */
async function agreeToAll(file: string, io: Io): Promise<readonly string[]> {
  const strange = whyNot(() => requireTrust(file, 'found'));
  const first = strange ? agreeTo(strange) : [];
  try {
    await loadConfiguration({ file, directory: io.directory, environment: io.environment, found: true });
    return first;
  } catch (error) {
    // What else is wrong with it is told when it is used.
    return error instanceof UntrustedConfiguration ? [...first, ...agreeTo(error)] : first;
  }
}

function whyNot(check: () => void): UntrustedConfiguration | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof UntrustedConfiguration) return error;
    throw error;
  }
}

function agreeTo({ files }: UntrustedConfiguration): readonly string[] {
  confirm(files);
  return [...files.keys()];
}

function toText(data: unknown): string {
  const { trusted, waiting = [] } = data as {
    readonly trusted?: readonly string[];
    readonly waiting?: readonly Waiting[];
  };
  if (trusted) return ['Trusted in their current state:', ...trusted].join('\n');
  if (waiting.length === 0) return 'All files are trusted; there is nothing to review.';
  return [
    ...waiting.map(({ file, why }) => `${file}\n  ${why}`),
    "Review each file, and run 'cmdgate trust FILE' for each one that is as you want it.",
  ].join('\n');
}
