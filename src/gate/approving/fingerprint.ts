// What an approval is bound to. Whoever asks with anything else asks again.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readInterpreter } from '../../machine/files/read-interpreter.js';
import { type ProgramPlan, stepsOf } from '../../vocabulary/program.js';
import { identityOf, statsOf } from '../judging/seen-files.js';
import type { Run } from '../run/run.js';
import type { ListedDirectory } from './directory-content.js';
import { exactly } from './exact-value.js';

/** What stands in them is what many programs run: `npm test`, `make`. */
const instructions = ['package.json', '.npmrc', 'GNUmakefile', 'makefile', 'Makefile', 'justfile', 'pyproject.toml'];

/** Of a program: approved is what stood in these files. */
export interface BoundFiles {
  /** What it was given. */
  readonly paths: readonly string[];
  /** What it starts. */
  readonly programs: readonly string[];
  /** What lies in the directories that it would change. */
  readonly contents: readonly ListedDirectory[];
}

export function fingerprintOf(run: Run, policyVersion: string, { paths, programs, contents }: BoundFiles): string {
  const { plan, session } = run;
  const asked = plan
    ? {
        // A yes to what the system holds is no yes to what nothing holds, or to what it holds less.
        sandbox: run.planned?.sandbox ?? null,
        steps: stepsOf(plan).map(identityOfStep),
        starts: programs.map(withInterpreter),
        files: paths.map(identityOf),
        // A yes to what git or the gate obeys now is no yes to what stands there tomorrow.
        ...(run.judged?.distrusted.length && { obeys: run.judged.distrusted }),
        // A yes to some hosts is no yes to others.
        ...(run.judged?.wanted.length && { reaches: run.judged.wanted }),
        ...(run.judged?.granted.length && { granted: run.judged.granted }),
        contents: contents.map(({ content, hash }) => [content.path, hash]),
      }
    : {
        input: exactly(run.input, run.request.line),
        directory: session.directory,
        // In whose name: what may be done with one token was not said of another.
        token: run.standard?.tokenVariable,
      };
  const bound = { policyVersion, caller: run.caller.name, command: run.path, workspace: session.workspace, asked };
  return createHash('sha256').update(JSON.stringify(bound)).digest('hex');
}

/**
 * What a yes to the hosts that a call was refused is bound to: the same call, whatever its run has changed meanwhile. It
 * lets the call reach the hosts, and nothing run that would not run without it.
 */
export function fingerprintOfRefused({ plan, planned, session, caller, path }: Run): string {
  const steps = plan ? stepsOf(plan) : [];
  const calls = steps.map(({ program, name, args, directory, environment, stdin }) => ({
    ...{ program, name, args, directory },
    environment: Object.entries(environment).sort(([one], [other]) => (one < other ? -1 : 1)),
    stdin: identityOfStdin(stdin),
  }));
  const bound = {
    ...{ kind: 'network', caller: caller.name, command: path, workspace: session.workspace },
    ...{ sandbox: planned?.sandbox ?? null, calls },
  };
  return createHash('sha256').update(JSON.stringify(bound)).digest('hex');
}

function identityOfStep({ program, name, args, directory, environment, stdin }: ProgramPlan) {
  return {
    program: withInterpreter(program),
    name,
    args,
    directory: identityOf(directory),
    // With their values: what an argument put into a variable was approved, too.
    environment: Object.entries(environment).sort(([one], [other]) => (one < other ? -1 : 1)),
    stdin: identityOfStdin(stdin),
    instructions: instructions.map((file) => identityOf(join(directory, file))),
  };
}

/** Open is what no text is: nobody has seen yet what will be written. */
function identityOfStdin(stdin: ProgramPlan['stdin']): string | null {
  if (stdin === undefined || stdin === 'open') return stdin ?? null;
  return createHash('sha256').update(stdin).digest('hex');
}

function withInterpreter(path: string): readonly (readonly string[])[] {
  if (statsOf(path)?.isFile() !== true) return [identityOf(path)];
  const found = readInterpreter(path);
  return [identityOf(path), ...(found.kind === 'script' ? [identityOf(found.interpreter)] : [])];
}
