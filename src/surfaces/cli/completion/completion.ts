// `completion <shell>`: the script that a shell loads. With words after `--`, it answers what that script asks on Tab.

import { findCandidates } from '../../../completion/find-candidates.js';
import { readPartialLine } from '../../../completion/partial-line.js';
import { localCaller } from '../../../gate/session.js';
import type { Program } from '../../../owner/executable.js';
import type { OwnerCall } from '../../../owner/owner-command.js';
import { Registry } from '../../../registry/registry.js';
import type { Command } from '../../../vocabulary/command.js';
import { ownRegistry, withOwn } from '../names-at-door.js';
import { printDocument } from '../print-document.js';
import { completionScript, type Shell } from './completion-script.js';
import { writeCandidates } from './write-candidates.js';

/** Resolves to the exit code. */
export async function completion(call: OwnerCall): Promise<number> {
  const { program, input } = call;
  const { shell, words } = input as { shell: Shell; words?: readonly string[] };
  if (words === undefined)
    return await printDocument(completionScript(shell, program.name), { ...call, command: 'completion' });
  return await printDocument(await candidatesFor(shell, words, call), { ...call, command: 'completion' });
}

/** What cannot be read or opened completes nothing: whoever pressed Tab wants no error between the words. */
async function candidatesFor(shell: Shell, written: readonly string[], call: OwnerCall): Promise<string> {
  // zsh takes quotes away itself where they are closed.
  const last = written.length - 1;
  const words = written.map((word, at) =>
    shell === 'zsh' && !(at === last && /^['"]/.test(word)) ? word : withoutQuotes(word),
  );
  const typed = words.at(-1) ?? '';
  try {
    const { registry, mayRun, before, close } = await knownTo(call, words.slice(0, -1));
    const candidates = await findCandidates(registry, before, typed, { mayRun, ownFirst: true });
    await close?.();
    return writeCandidates(shell, candidates);
  } catch {
    return '';
  }
}

interface Known {
  readonly registry: Registry;
  readonly mayRun: (command: Command) => boolean;
  /** The words that lead there. */
  readonly before: readonly string[];
  readonly close?: () => Promise<void>;
}

/** After `run`, and after `help`, the commands of the workspace; else those of the program. */
async function knownTo({ program, choice, io }: OwnerCall, before: readonly string[]): Promise<Known> {
  if (program.lookAt) return { ...lookAt(program), before };
  const [first, ...rest] = before;
  if (first !== 'run' && !aboutWorkspace.has(first ?? '')) {
    return { registry: ownRegistry(false), mayRun: () => true, before };
  }
  // Nobody is asked anything while they type.
  const quiet = { ...io, stdin: undefined as never, stderr: { isTTY: false, write: () => true } as never };
  const { gate } = await program.open(choice, quiet);
  const registry = first === 'run' ? gate.registry : withOwn(gate.registry, false);
  const mayRun = (command: Command) => gate.mayRun(localCaller, command);
  return { registry, mayRun, before: first === 'run' ? rest : before, close: () => gate.close() };
}

const aboutWorkspace = new Set(['help', 'schema', 'manifest', 'shell']);

function lookAt(program: Program): Omit<Known, 'before'> {
  const gate = program.lookAt?.();
  if (!gate) return { registry: new Registry(), mayRun: () => false };
  return { registry: withOwn(gate.registry, true), mayRun: (command) => gate.mayRun(localCaller, command) };
}

/** A shell passes what was typed as it was typed. What cannot be read stays as it is, and means nothing. */
function withoutQuotes(word: string): string {
  return readPartialLine(word)?.value ?? word;
}
