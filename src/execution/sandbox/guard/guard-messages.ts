// What is told of a program that touched what it must not, or may have.

import { GateError } from '../../../vocabulary/gate-error.js';
import type { PutAside } from './quarantine.js';

/** Of something that the gate or git would have obeyed at once. */
export function appeared(path: string, to: PutAside): GateError {
  return new GateError('EXECUTION_ERROR', `The program was stopped: ${path} was created while it ran. ${whereIs(to)}`, {
    hint: `Programs must not create it, because the gate or git obeys it. If it is needed, the owner can create it, or name it in "writable" of "sandbox"`,
    phase: 'execution',
  });
}

export function replaced(path: string): GateError {
  return new GateError(
    'EXECUTION_ERROR',
    `The program was stopped: ${path} was replaced from outside the sandbox, and was no longer protected.`,
    {
      hint: `Check what the program has done before you start it again. The owner should check ${path}: the program could have written to it for a moment`,
      phase: 'execution',
    },
  );
}

/** The same, seen when the program had ended. */
export function wasReplaced(path: string): string {
  return `${path} was replaced while the program ran, and was not protected from then on. Check it before you use it.`;
}

export function putAside(path: string, to: PutAside, key: 'writable' | 'unprotected'): string {
  return `${path} was created while a program ran, and other tools run what it says. ${whereIs(to)} The owner can allow agents to write it with "${key}" of "sandbox".`;
}

function whereIs(to: PutAside): string {
  if (to === false) return 'It could not be moved away: delete it, or check it before you work there.';
  return to === undefined ? 'It is gone.' : `It was moved to ${to}.`;
}

/** Of a repository that the owner lets programs make. */
export function settingsPutAside(path: string, to: PutAside): string {
  return `${path} has settings that could make git run a program. ${whereIs(to)} The owner can review them and put them back, or allow programs to write the file with "writable" of "sandbox".`;
}

/** Of the settings of a repository that git wrote, and that nobody agreed to. */
export function settingsPutBack(path: string, to: PutAside, isBack: boolean): string {
  const before = isBack ? `${path} has been restored.` : `${path} could not be restored: check it before you use git.`;
  const where = to === undefined || to === false ? '' : ` What git wrote is in ${to}.`;
  return `A program changed settings in ${path} that can make git run a program, read another file or push elsewhere. ${before}${where} Use "git config <key> <value>": a person is then asked.`;
}
